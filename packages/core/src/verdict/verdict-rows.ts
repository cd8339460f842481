import type { VerdictKind, VerdictRule } from './verdict.js';

/** One errcode as a platform package writes it down: a line of a table. */
export type VerdictRow = readonly [errcode: number, name: string, kind: VerdictKind, zh: string, en: string];

/** What a code wants beyond what follows from its kind. */
export type VerdictAdvice = Pick<VerdictRule, 'retry' | 'outcome' | 'scope' | 'hint'>;

/** Joins a table of codes with the advice on some of them. */
export function verdictRules(
  rows: readonly VerdictRow[],
  advice: Readonly<Record<number, VerdictAdvice>> = {},
): readonly VerdictRule[] {
  return rows.map(([errcode, name, kind, zh, en]) => ({
    errcode,
    name,
    kind,
    meaning: { zh, en },
    ...advice[errcode],
  }));
}

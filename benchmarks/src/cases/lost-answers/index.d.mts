import type { CaseOptions, CaseSurroundings } from '../callers/case-surroundings.mjs';

export interface LostAnswersResult {
  readonly messages: number;
  /** How many more there are that get no answer in time. */
  readonly silent: number;
  /** How many first attempts meet which fault. */
  readonly planned: readonly { readonly title: string; readonly count: number }[];
  readonly rows: readonly {
    readonly name: string;
    readonly title: string;
    readonly kind: 'template' | 'customer';
    /** By the caller, after anything but a success. */
    readonly repeats: number;
    readonly twice: number;
    readonly undelivered: number;
    readonly falselySent: number;
    readonly falselyFailed: number;
    readonly unknown: number;
    readonly unknownDelivered: number;
  }[];
}

export function measure(options: CaseOptions, surroundings: CaseSurroundings): Promise<LostAnswersResult>;
export function report(result: LostAnswersResult): string;
export function missedTargets(result: LostAnswersResult): string[];

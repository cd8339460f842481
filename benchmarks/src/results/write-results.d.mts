import type { BarPanel } from './bar-chart.mjs';
import type { Target } from './targets.mjs';

/** What the page asks of a case. */
export interface ReportedCase<Result> {
  readonly title: string;
  report(result: Result): string;
  missedTargets(result: Result): string[];
  targets?(result: Result): Target[];
  charts?(result: Result): BarPanel[];
}
export interface Section<Result> {
  readonly module: ReportedCase<Result>;
  readonly outcome: { readonly result: Result } | { readonly failure: string };
}
export interface About {
  readonly date: string;
  readonly machine: { cpu: string; cores: number; memoryGb: number; loadBefore: number };
  readonly node: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly servers: { redis?: string; postgres?: string };
}
export function writeResults<Result>(
  run: { about: About; sections: readonly Section<Result>[] },
  file?: string,
): Promise<string>;

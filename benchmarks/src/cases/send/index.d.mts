import type { SendRow } from './rows.mjs';

export interface SendResult {
  readonly rounds: number;
  readonly levels: readonly number[];
  readonly rows: readonly SendRow[];
  readonly skipped: readonly string[];
  readonly delivered: number;
}

export function report(result: SendResult): string;
export function missedTargets(result: SendResult): string[];

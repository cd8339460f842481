import type { AnswerScope } from '../verdict/verdict.js';

/** What followed from a limit answer. */
export interface LimitClosure {
  /** From now until the limit lets anybody through again. */
  readonly closedForMs: number;
  /** Whose limit it seems to be, by the verdict and by which endpoints met limits at the same time. */
  readonly attributedTo: AnswerScope | undefined;
  /** Since when the endpoint's rate had been rising, in epoch milliseconds; `undefined` where it had not. */
  readonly risingSince: number | undefined;
}

import type { CallLimits } from '../limit-policy.js';
import type { QuotaRequest } from './quota-answer.js';

/** What one `take` asks for, in the terms of the limits. */
export interface Asking extends Pick<CallLimits, 'rules' | 'enforce' | 'passes'> {
  readonly account: string;
  readonly callId: string;
  /** What events call the work that is guarded. */
  readonly endpoint: string;
  readonly cost: number;
  readonly request: QuotaRequest;
}

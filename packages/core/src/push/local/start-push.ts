import type { AnyMessageEndpoint } from '../../endpoint/endpoint.js';
import { checkPushPlan } from '../check-push-settings.js';
import type { HasPushClient } from '../push-client.js';
import type { PushPlan } from '../push-plan.js';
import type { PushRun } from '../push-run.js';
import { LocalPush } from './local-push.js';

export interface StartPushOptions {
  /** Cancels the push. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Sends every message of a plan once, from this process, at the pace that the platform allows. Begins in a later turn,
 * so that nobody who asks for `results()` at once misses one.
 *
 * The same push may be run again, in any process and also at the same time: what was sent before ends as `sent` and
 * `replayed`, without a request, as long as the send store remembers it. So an interrupted push is resumed by running it
 * again, and what was refused is retried by running it again with `resend: 'failed'`.
 *
 * A limit of one recipient holds up nobody else; one that all share, a circuit or a store that is away lets the push wait
 * (`progress().waitingFor`) until there is room, or until `deadlineMs`: then the rest is read and ends as `not-sent`.
 * `cancel` and `signal` read no more of the source, so what was not read has no result.
 *
 * @example
 * const run = startPush(mp, { id: 'spring', endpoint: templateEndpoints.send, items });
 * const report = await run.finished();
 * if (report.counts.failed > 0) {
 *   await startPush(mp, { id: 'spring', endpoint, items: itemsAgain, resend: 'failed' }).finished();
 * }
 *
 * @throws {ConfigError} naming each wrong setting. `finished()` and `results()` reject with one where the source fails:
 *   its cause is what the source threw, those under way have ended, and the same push may be run again
 */
export function startPush<E extends AnyMessageEndpoint>(
  { client }: HasPushClient,
  plan: PushPlan<E>,
  { signal }: StartPushOptions = {},
): PushRun {
  return new LocalPush(client, checkPushPlan(plan, 'startPush'), signal);
}

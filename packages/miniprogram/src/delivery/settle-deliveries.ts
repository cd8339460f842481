import type { DeliveryAnswer, SettleDeliveryOptions } from '@wetempo/core';
import type { MiniProgram } from '../mini-program.js';
import { deliveryReportsOf } from './delivery-reports.js';

/**
 * Writes what a callback says of subscription messages into their records. Safe to repeat, as the platform repeats its
 * callbacks. Answers one entry for each message that the event speaks of: none for other events.
 *
 * Waits up to `patienceMs` for each message under way, and the platform waits for an answer for five seconds: answer it
 * first where you can, and settle then.
 *
 * @param event verified and parsed; signature and decryption are not looked at here
 * @throws {CallbackError} where the parser has made a message's id into a number that cannot hold it
 * @throws {StoreUnavailableError} where the send store cannot be reached
 */
export async function settleDeliveries(
  mini: Pick<MiniProgram, 'sends'>,
  event: unknown,
  options?: SettleDeliveryOptions,
): Promise<readonly DeliveryAnswer[]> {
  const answers: DeliveryAnswer[] = [];
  // One by one: two of them may compete for one message.
  for (const report of deliveryReportsOf(event)) {
    answers.push(await mini.sends.settleDelivery(report, options));
  }
  return answers;
}

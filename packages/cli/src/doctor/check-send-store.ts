import { randomUUID } from 'node:crypto';
import { createSendStore, fingerprint, isWechatError, type SendStoreOption } from '@wetempo/core';
import { sendStoreName } from '../config/send-store-text.js';
import { type Finding, ok, problem } from './finding.js';

export interface SendStoreToCheck {
  readonly store: SendStoreOption;
  readonly redis: string | undefined;
  readonly account: string;
  /** Where the store was said. */
  readonly origin: string;
}

const name = 'send-store';

/** Claims a message that nobody sends, and lets it go again: whoever can do that can send. Leaves nothing behind. */
export async function checkSendStore({
  store: option,
  redis,
  account,
  origin,
}: SendStoreToCheck): Promise<Finding> {
  const label = sendStoreName(option);
  try {
    const store = createSendStore(option, { redis });
    try {
      const key = { account, requestId: `wetempo-doctor-${randomUUID()}` };
      const answer = await store.claim({ ...key, ...probe });
      if (answer.type === 'memory-lost') return memoryLost(label, answer.lostAt);
      if (answer.type === 'claimed') await store.release(answer.lease, 'not-left');
      return ok(name, `${label}: a record was written and taken back`);
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!isWechatError(error)) throw error;
    return problem(
      name,
      `${label}: ${error.message}`,
      `${error.hint ?? 'Check the store.'} It was named by: ${origin}.`,
    );
  }
}

const payload = '{}';
const probe = {
  endpoint: 'wetempo.doctor',
  fingerprint: fingerprint('wetempo.doctor', payload),
  payload,
  recipient: undefined,
  leaseMs: 5_000,
  begin: false,
  reopenUnknown: 'never',
  reopenFailed: false,
} as const;

function memoryLost(label: string, lostAt: number): Finding {
  return problem(
    name,
    `${label}: lost what it knew at ${new Date(lostAt).toISOString()}, so it takes no new message`,
    'Find out which messages went out before, then let it go on by `client.sends.acceptLoss()`.',
  );
}

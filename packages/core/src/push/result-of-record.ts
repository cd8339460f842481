import type { SendRecord } from '../send/send-store.js';
import type { PushResult } from './push-result.js';

/** What a record says of the end of its message; `undefined`: it certainly has not been sent. */
export function resultOfRecord(record: SendRecord): PushResult | undefined {
  const { requestId } = record;
  switch (record.state) {
    case 'sent':
      return { requestId, state: 'sent', msgid: record.result.msgid, replayed: true };
    case 'failed':
    case 'unknown': {
      const { code, message, errcode } = record.failure;
      return { requestId, state: record.state, code, message, errcode };
    }
    case 'pending':
      if (record.firstAttemptAt === undefined) return undefined;
      return {
        requestId,
        state: 'unknown',
        code: 'SEND_IN_PROGRESS',
        message: 'Another process may be sending it.',
        errcode: undefined,
      };
  }
}

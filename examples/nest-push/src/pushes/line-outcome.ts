import { type ApiError, isWechatError, type SendReceipt } from '@wetempo/wechat-mp';
import type { CsvProblem } from './recipient-csv.js';

/** What became of one line of the CSV. */
export type LineOutcome =
  | { readonly type: 'sent'; readonly msgid: string | undefined }
  /** By an earlier run of the same push; nothing was sent now. */
  | { readonly type: 'already-sent'; readonly msgid: string | undefined }
  /** The same message as that of another line; nothing was sent for this one. */
  | { readonly type: 'repeated'; readonly of: number }
  /** The platform refused it for good, now or (`replayed`) before. */
  | ({ readonly type: 'refused' } & Pick<ApiError, 'errcode' | 'meaning' | 'replayed'>)
  /** It breaks a rule of the template's fields; the platform was not asked. */
  | { readonly type: 'invalid'; readonly problems: readonly CsvProblem[] }
  /** It may have been sent. */
  | { readonly type: 'unknown'; readonly reason: string }
  /** It was not sent, and can be sent later. */
  | { readonly type: 'not-sent'; readonly reason: string; readonly concernsAll: boolean };

export function outcomeOfReceipt({ msgid, replayed }: SendReceipt): LineOutcome {
  return { type: replayed ? 'already-sent' : 'sent', msgid };
}

/** The platform was busy, and still was at the last repetition. */
const systemBusy = -1;
/** The template does not exist, or the account may not send any. */
const concerningAll: ReadonlySet<number | undefined> = new Set([40037, 48001]);

/** @throws whatever is not an error of Wetempo's: a slip in the program */
export function outcomeOfError(error: unknown, line: number): LineOutcome {
  if (!isWechatError(error)) throw error;
  const reason = error.hint === undefined ? error.message : `${error.message}. ${error.hint}`;
  switch (error.code) {
    case 'VALIDATION':
      return {
        type: 'invalid',
        problems: error.issues.map(({ path, message }) => ({ line, column: columnOf(path), message })),
      };
    case 'OUTCOME_UNKNOWN':
    case 'RESPONSE':
      return { type: 'unknown', reason };
    case 'API_ERROR':
      if (error.errcode === systemBusy) return { type: 'not-sent', reason, concernsAll: false };
      if (concerningAll.has(error.errcode)) return { type: 'not-sent', reason, concernsAll: true };
      return {
        type: 'refused',
        errcode: error.errcode,
        meaning: error.meaning,
        replayed: error.replayed,
      };
    case 'TOKEN_ERROR':
      // The platform's own word on the credentials, as opposed to a network that is down.
      return { type: 'not-sent', reason, concernsAll: error.errcode !== undefined };
    default:
      return { type: 'not-sent', reason, concernsAll: false };
  }
}

/** `data.thing1.value` stands in the column `thing1`. */
function columnOf(path: string): string {
  if (path === 'touser') return 'openid';
  return /^data\.(.+)\.value$/.exec(path)?.[1] ?? path;
}

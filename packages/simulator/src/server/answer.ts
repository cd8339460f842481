import { CORP_ERRMSG } from './corp-errmsg.js';
import { ERRMSG } from './errmsg.js';

/** What goes over the wire. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body: string | Buffer;
  /** Absent where the body is not the platform's JSON. */
  readonly errcode?: number | undefined;
}

/** An errcode on its way to becoming an answer: the `rid` is added when it is sent. */
export interface Refusal {
  readonly refused: number;
  readonly errmsg: string;
  /** In WeCom's words: its error texts end in a link in place of a `rid`. */
  readonly corp?: boolean | undefined;
}

export type Reply = Answer | Refusal;

/** The platform spells it so. */
export const JSON_TYPE = 'application/json; encoding=utf-8';

export function isRefusal(reply: Reply): reply is Refusal {
  return 'refused' in reply;
}

/** @param detail replaces the usual text of the code, as where 47003 names the field */
export function refuse(errcode: number, detail?: string): Refusal {
  return { refused: errcode, errmsg: detail ?? ERRMSG[errcode] ?? 'error' };
}

/** As `refuse`, in WeCom's words. */
export function refuseCorp(errcode: number, detail?: string): Refusal {
  return { ...refuse(errcode, detail ?? CORP_ERRMSG[errcode]), corp: true };
}

/** A JSON answer without `errcode`: most calls that read something leave it out when they succeed. */
export function fields(value: object): Answer {
  return jsonText(JSON.stringify(value));
}

/** A JSON answer that begins with `errcode` 0. */
export function ok(value: object = {}): Answer {
  return fields({ errcode: 0, errmsg: 'ok', ...value });
}

/** A JSON answer that is already text, for numbers that JavaScript cannot hold. */
export function jsonText(body: string, errcode = 0): Answer {
  return { status: 200, contentType: JSON_TYPE, body, errcode };
}

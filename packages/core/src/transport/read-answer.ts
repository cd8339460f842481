import { redactText } from '../errors/redact.js';
import { parseRetryAfter } from '../retry/retry-after.js';
import type { TransportResult } from '../verdict/verdict.js';
import { fileNameOf } from './content-disposition.js';
import { parseTolerant } from './tolerant-json.js';

type Answered = Extract<TransportResult, { type: 'answer' }>;
type NotAnswered = Extract<TransportResult, { type: 'no-answer' }>;

/** What the bytes of an answer turned out to be. */
export type ReadAnswer =
  | { readonly type: 'json'; readonly value: unknown; readonly result: Answered }
  | {
      readonly type: 'binary';
      readonly bytes: Uint8Array;
      readonly contentType: string | undefined;
      readonly filename: string | undefined;
      readonly result: Answered;
    }
  | {
      readonly type: 'unreadable';
      readonly status: number;
      /** The first 200 characters, redacted. */
      readonly sample: string;
      readonly result: NotAnswered;
    };

/** Takes out of a text what the request held in confidence, should the answer quote it. */
export type HideEchoes = (text: string) => string;

type Headers = Readonly<Record<string, string>>;

const maxSampleLength = 200;

/**
 * Tells JSON, bytes and rubbish apart by the body alone: the platforms send JSON as text/plain and errors as image/jpeg,
 * and a gateway sends HTML with status 200.
 *
 * JSON counts as the platform's answer if it carries an errcode, or if the status is 2xx. Never throws.
 *
 * @param headers names in lower case
 * @param expected `binary`: bytes are the good answer; a JSON object with an errcode is still read as JSON
 */
export function readAnswer(
  status: number,
  headers: Headers,
  bytes: Uint8Array,
  expected: 'json' | 'binary',
  nowMs: number = Date.now(),
  hideEchoes: HideEchoes = (text) => text,
): ReadAnswer {
  const answer: RawAnswer = {
    status,
    headers,
    bytes,
    hideEchoes,
    retryAfterMs: retryAfterOf(headers, nowMs),
  };
  if (expected === 'binary') return readBinary(answer);
  return readJson(answer) ?? unreadable(answer);
}

interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
  readonly retryAfterMs: number | undefined;
  readonly hideEchoes: HideEchoes;
}

/** Counted from the answer's own `Date` where there is one: this host's clock may be wrong. */
function retryAfterOf(headers: Headers, nowMs: number): number | undefined {
  const value = headers['retry-after'];
  if (value === undefined) return undefined;
  const answeredAt = Date.parse(headers.date ?? '');
  return parseRetryAfter(value, Number.isNaN(answeredAt) ? nowMs : answeredAt);
}

function readJson({ status, bytes, retryAfterMs, hideEchoes }: RawAnswer): ReadAnswer | undefined {
  const value = parseTolerant(decode(bytes));
  if (typeof value !== 'object' || value === null) return undefined;
  const errcode = errcodeOf(value) ?? (isSuccess(status) && !('errcode' in value) ? 0 : undefined);
  if (errcode === undefined) return undefined;
  if ('errcode' in value) value.errcode = errcode;
  const errmsg = errcode === 0 ? errmsgOf(value) : hideEchoes(errmsgOf(value));
  return { type: 'json', value, result: { type: 'answer', status, errcode, errmsg, retryAfterMs } };
}

function readBinary(answer: RawAnswer): ReadAnswer {
  const { status, headers, bytes, retryAfterMs } = answer;
  const json = startsLikeObject(bytes) ? readJson(answer) : undefined;
  if (json?.type === 'json' && hasErrcode(json.value)) return json;
  if (!isSuccess(status) || bytes.byteLength === 0 || looksLikeHtml(bytes)) return unreadable(answer);
  return {
    type: 'binary',
    bytes,
    contentType: headers['content-type'],
    filename: fileNameOf(headers['content-disposition']),
    result: { type: 'answer', status, errcode: 0, errmsg: '', retryAfterMs },
  };
}

function unreadable({ status, bytes, retryAfterMs, hideEchoes }: RawAnswer): ReadAnswer {
  const beginning = decode(bytes.subarray(0, 4 * maxSampleLength));
  // Redacted before it is cut to length: half a `access_token=` would not be known as one.
  const sample = hideEchoes(redactText(beginning)).slice(0, maxSampleLength);
  return { type: 'unreadable', status, sample, result: { type: 'no-answer', status, retryAfterMs } };
}

/** UTF-8 without its byte order mark. */
function decode(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Some endpoints write the number as a string. */
function errcodeOf(value: object): number | undefined {
  const errcode: unknown = Reflect.get(value, 'errcode');
  if (typeof errcode === 'number') return errcode;
  return typeof errcode === 'string' && /^-?\d{1,15}$/.test(errcode) ? Number(errcode) : undefined;
}

function errmsgOf(value: object): string {
  const errmsg: unknown = Reflect.get(value, 'errmsg');
  return typeof errmsg === 'string' ? errmsg : '';
}

function hasErrcode(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'errcode' in value;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function startsLikeObject(bytes: Uint8Array): boolean {
  return /^\s*\{/.test(decode(bytes.subarray(0, 64)));
}

/** A gateway's page in the place of a picture or a recording. */
function looksLikeHtml(bytes: Uint8Array): boolean {
  const beginning = withoutPreamble(decode(bytes.subarray(0, 1024)));
  return /^<(?:!doctype\s+html|html|head|title|body|center|h1)\b/i.test(beginning);
}

/** Proxies and login pages may begin with a declaration of XML and with comments. */
function withoutPreamble(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const close = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : undefined;
    const end = close === undefined ? -1 : rest.indexOf(close);
    if (close === undefined || end === -1) return rest;
    rest = rest.slice(end + close.length).trimStart();
  }
}

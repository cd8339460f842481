import { isSecretName, redactValues, secretsInJson } from '../errors/redact.js';
import { type ReadAnswer, readAnswer } from '../transport/read-answer.js';
import type { TransportAnswer } from '../transport/transport.js';
import type { VerdictTable } from '../verdict/judge.js';
import type { Call } from './call.js';
import type { Judged } from './call-error.js';

/** One request that left, for what its answer may quote of it. */
export interface SentRequest {
  readonly call: Call;
  readonly token: string | undefined;
}

/** Reads what came back and says what it means. `value` is the body of an answer, before its schema has checked it. */
export function judgeAnswer(
  verdicts: VerdictTable,
  sent: SentRequest,
  answer: TransportAnswer,
  nowMs: number,
): { readonly judged: Judged; readonly value: unknown } {
  const { endpoint } = sent.call;
  if (answer.type === 'failure') {
    const result = { type: 'failure', failure: answer.failure } as const;
    const verdict = verdicts.judge(endpoint, result, nowMs);
    return { judged: { verdict, result, rid: undefined, sample: undefined }, value: undefined };
  }
  const hideEchoes = (text: string) => redactValues(text, secretsOf(sent));
  const { status, headers, body } = answer;
  const reading = readAnswer(status, headers, body, endpoint.answer, nowMs, hideEchoes);
  const verdict = verdicts.judge(endpoint, reading.result, nowMs);
  const sample = reading.type === 'unreadable' ? reading.sample : undefined;
  return { judged: { verdict, result: reading.result, rid: ridOf(reading), sample }, value: bodyOf(reading) };
}

/** Gateways and test platforms quote what they refuse; their words end up in errors, log lines and stored records. */
function secretsOf({ call: { query, body }, token }: SentRequest): string[] {
  const inQuery = Object.entries(query).flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
  const inBody = body.type === 'json' ? secretsInJson(body.text) : [];
  return token === undefined ? [...inQuery, ...inBody] : [token, ...inQuery, ...inBody];
}

/** The platform's texts end in `rid: …`, the id under which its support and `rid/get` find the request. */
function ridOf({ result }: ReadAnswer): string | undefined {
  if (result.type !== 'answer' || result.errcode === 0) return undefined;
  return /\brid: ?([\w-]+)/.exec(result.errmsg)?.[1];
}

/** What an answer holds, before its schema has checked it; `undefined` where it could not be read. */
export function bodyOf(reading: ReadAnswer): unknown {
  switch (reading.type) {
    case 'json':
      return reading.value;
    case 'binary':
      return { bytes: reading.bytes, contentType: reading.contentType, filename: reading.filename };
    case 'unreadable':
      return undefined;
  }
}

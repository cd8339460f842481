import type { AnyEndpoint } from '../endpoint/endpoint.js';
import { type ReadAnswer, readAnswer } from '../transport/read-answer.js';
import type { TransportAnswer } from '../transport/transport.js';
import type { VerdictTable } from '../verdict/judge.js';
import type { Judged } from './call-error.js';

/** Reads what came back and says what it means. `value` is the body of an answer, before its schema has checked it. */
export function judgeAnswer(
  verdicts: VerdictTable,
  endpoint: AnyEndpoint,
  answer: TransportAnswer,
  nowMs: number,
): { readonly judged: Judged; readonly value: unknown } {
  if (answer.type === 'failure') {
    const result = { type: 'failure', failure: answer.failure } as const;
    const verdict = verdicts.judge(endpoint, result, nowMs);
    return { judged: { verdict, result, rid: undefined, sample: undefined }, value: undefined };
  }
  const reading = readAnswer(answer.status, answer.headers, answer.body, endpoint.answer);
  const verdict = verdicts.judge(endpoint, reading.result, nowMs);
  const sample = reading.type === 'unreadable' ? reading.sample : undefined;
  return { judged: { verdict, result: reading.result, rid: ridOf(reading), sample }, value: bodyOf(reading) };
}

/** The platform's texts end in `rid: …`, the id under which its support and `rid/get` find the request. */
function ridOf({ result }: ReadAnswer): string | undefined {
  if (result.type !== 'answer' || result.errcode === 0) return undefined;
  return /\brid: ?([\w-]+)/.exec(result.errmsg)?.[1];
}

function bodyOf(reading: ReadAnswer): unknown {
  switch (reading.type) {
    case 'json':
      return reading.value;
    case 'binary':
      return { bytes: reading.bytes, contentType: reading.contentType, filename: reading.filename };
    case 'unreadable':
      return undefined;
  }
}

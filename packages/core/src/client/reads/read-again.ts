import type { AnyEndpoint } from '../../endpoint/endpoint.js';
import { quickSchema } from '../../endpoint/quick-schema.js';
import { readAnswer } from '../../transport/read-answer.js';
import type { TransportAnswer } from '../../transport/transport.js';
import { bodyOf } from '../judge-answer.js';

/**
 * Makes a value of an answer once more, so that each caller has one of its own; `undefined` where it is not what this
 * endpoint promises. Reading the bytes again takes about as long as a structured clone, and keeps what a schema makes of
 * them. The bytes of a file are shared.
 */
export function readAgain(
  endpoint: AnyEndpoint,
  answer: TransportAnswer,
): { readonly value: unknown } | undefined {
  if (answer.type === 'failure') return undefined;
  const { status, headers, body } = answer;
  const parsed = quickSchema(endpoint.response).safeParse(
    bodyOf(readAnswer(status, headers, body, endpoint.answer)),
  );
  return parsed.success ? { value: parsed.data } : undefined;
}

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isRecord } from '../options/checks.js';

/** Where the control paths begin. They are no part of the platform: not logged, not counted, not struck by faults. */
export const CONTROL_PREFIX = '/_simulator';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A request that arrived whole. */
export interface IncomingRequest {
  /** Counts from 1. */
  readonly number: number;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly raw: Buffer;
  readonly body: RequestBody;
}

export type RequestBody =
  | { readonly form: 'empty' }
  | { readonly form: 'json'; readonly value: JsonObject }
  | { readonly form: 'multipart' }
  | { readonly form: 'unreadable'; readonly text: string };

export function readRequest(number: number, message: IncomingMessage, raw: Buffer): IncomingRequest {
  const url = message.url ?? '/';
  const mark = url.indexOf('?');
  return {
    number,
    method: message.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : url.slice(mark + 1)),
    headers: message.headers,
    raw,
    body: readBody(raw, message.headers['content-type']),
  };
}

function readBody(raw: Buffer, contentType: string | undefined): RequestBody {
  if (raw.length === 0) return { form: 'empty' };
  if (contentType?.startsWith('multipart/') === true) return { form: 'multipart' };
  const text = raw.toString('utf8');
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? { form: 'json', value } : { form: 'unreadable', text };
  } catch {
    return { form: 'unreadable', text };
  }
}

export function isControl({ path }: IncomingRequest): boolean {
  return path.startsWith(CONTROL_PREFIX);
}

/** A member of a request that must be a text; undefined where it is missing or something else. */
export function textOf(body: JsonObject, name: string): string | undefined {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
}

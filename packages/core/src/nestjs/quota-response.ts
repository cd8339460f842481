import type { QuotaAnswer, QuotaTaken } from '../rate-limit/guard/index.js';

/** What is needed of a response of Express, or of a reply of Fastify. */
interface HttpResponse {
  setHeader?(name: string, value: string): unknown;
  /** Fastify's; Express has one, too, that does the same. */
  header?(name: string, value: string): unknown;
  /** Node's own response under Fastify's reply; with Express the response itself is Node's. */
  readonly raw?: NodeResponse | undefined;
}

interface NodeResponse {
  readonly destroyed?: boolean;
  once?(event: 'close', listener: () => void): unknown;
}

/** Tells the caller what is left. Times are whole seconds from now, rounded up. */
export function writeQuotaHeaders(response: HttpResponse, answer: QuotaAnswer): void {
  for (const [name, value] of Object.entries(headersOf(answer))) {
    if (value !== undefined) setHeader(response, name, `${value}`);
  }
}

/** Gives a place back when the answer is out, or its caller gone. */
export function releaseAtEnd(response: HttpResponse & NodeResponse, { release }: QuotaTaken): void {
  const { raw = response } = response;
  if (raw.destroyed === true || raw.once === undefined) release();
  else raw.once('close', release);
}

function headersOf(answer: QuotaAnswer): Record<string, number | undefined> {
  const isRefused = answer.type === 'refused';
  return {
    'X-RateLimit-Limit': answer.limit,
    'X-RateLimit-Remaining': answer.remaining,
    'X-RateLimit-Reset': inSeconds(isRefused ? answer.retryAfterMs : answer.resetMs),
    'Retry-After': inSeconds(isRefused ? answer.retryAfterMs : undefined),
  };
}

function inSeconds(durationMs: number | undefined): number | undefined {
  return durationMs === undefined ? undefined : Math.ceil(durationMs / 1000);
}

function setHeader(response: HttpResponse, name: string, value: string): void {
  if (response.header !== undefined) response.header(name, value);
  else response.setHeader?.(name, value);
}

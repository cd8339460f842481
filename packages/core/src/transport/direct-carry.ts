import { createLocator, headersOf, type Place, timerMsOf, withQuery } from './request-config.js';
import type { TransportRequest } from './transport.js';
import { classifyFailure } from './transport-failure.js';
import type { UndiciCarrier } from './undici-carrier.js';
import type { Exchanged } from './undici-exchange.js';

/** Carries one request, once. */
export type CarryOnce = (request: TransportRequest, data: Buffer | undefined) => Promise<Exchanged>;

/**
 * Straight over the connections: axios with its interceptors costs a client as much as the request itself, and does
 * nothing for it until somebody has hooked into it or something has to be repeated.
 */
export function directCarry(carrier: UndiciCarrier, baseUrl: string): CarryOnce {
  const locate = createLocator();
  return (request, data) => {
    const { method, path, query, timeoutMs, signal } = request;
    let place: Place;
    try {
      place = locate(baseUrl, withQuery(path, query));
    } catch (error) {
      return Promise.resolve({ type: 'failure', failure: classifyFailure(error, 'unsent') });
    }
    return carrier.exchange(
      { origin: place.origin, path: place.path, method, headers: headersOf(request), body: data ?? null },
      { timeoutMs: timerMsOf(timeoutMs), signal },
    );
  };
}

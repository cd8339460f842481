import { createLocator, headersOf, type Place, timerMsOf, withQuery } from './request-config.js';
import type { TransportRequest } from './transport.js';
import { classifyFailure } from './transport-failure.js';
import type { UndiciCarrier } from './undici-carrier.js';
import type { Exchanged } from './undici-exchange.js';

/** Carries one request, once, and tells how it ended. */
export type CarryOnce = (
  request: TransportRequest,
  data: Buffer | undefined,
  onEnd: (end: Exchanged) => void,
) => void;

/**
 * Straight over the connections: axios with its interceptors costs a client as much as the request itself, and does
 * nothing for it until somebody has hooked into it or something has to be repeated.
 */
export function directCarry(carrier: UndiciCarrier, baseUrl: string): CarryOnce {
  const locate = createLocator();
  return (request, data, onEnd) => {
    const { method, path, query, timeoutMs, signal } = request;
    let place: Place;
    try {
      place = locate(baseUrl, withQuery(path, query));
    } catch (error) {
      onEnd({ type: 'failure', failure: classifyFailure(error, 'unsent') });
      return;
    }
    carrier.exchange(
      { origin: place.origin, path: place.path, method, headers: headersOf(request), body: data ?? null },
      { timeoutMs: timerMsOf(timeoutMs), signal },
      onEnd,
    );
  };
}

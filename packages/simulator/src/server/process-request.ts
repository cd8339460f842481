import type { Account } from '../accounts/account.js';
import type { Platform } from '../platform.js';
import { type Reply, refuse } from './answer.js';
import type { IncomingRequest } from './incoming-request.js';
import type { AccountRoute, Call, Route } from './route.js';

type OnceAnswered = (then: () => void) => void;

/**
 * What the platform does with a request: gateway, path, method, token, places, quotas, body, and then the endpoint's own rules.
 * @param onceAnswered calls back when the request is answered or cut
 */
export function processRequest(
  request: IncomingRequest,
  platform: Platform,
  routes: ReadonlyMap<string, Route>,
  onceAnswered: OnceAnswered,
): Reply {
  const now = platform.clock.now();
  const tooMany = platform.gateway.refusal(now);
  if (tooMany !== undefined) return tooMany;
  const route = routes.get(request.path);
  if (route === undefined) return refuse(40066);
  if (route.method !== request.method) return refuse(route.method === 'GET' ? 43001 : 43002);
  const call = callOf(request, platform, now);
  if (route.auth === 'access-token') return callWithToken(route, request, call, onceAnswered);
  return bodyRefusal(route, request) ?? route.handle(call);
}

function callOf(request: IncomingRequest, platform: Platform, now: number): Call {
  return {
    platform,
    now,
    requestNumber: request.number,
    path: request.path,
    query: request.query,
    body: request.body.form === 'json' ? request.body.value : {},
    raw: request.raw,
    headers: request.headers,
  };
}

function callWithToken(
  route: AccountRoute,
  request: IncomingRequest,
  call: Call,
  onceAnswered: OnceAnswered,
): Reply {
  const account = accountOf(call);
  if ('refused' in account) return account;
  const leave = account.places.take(route.path);
  if (leave === undefined) return refuse(45033);
  onceAnswered(leave);
  const overQuota = account.quotas.count(route.path, call.now);
  if (overQuota !== undefined) return overQuota;
  return bodyRefusal(route, request) ?? route.handle({ ...call, account });
}

function accountOf({ platform, query, now }: Call): Account | ReturnType<typeof refuse> {
  const value = query.get('access_token');
  if (value === null || value === '') return refuse(41001);
  const token = platform.tokenIndex.find(value);
  const account = token && platform.findAccount(token.appId);
  if (token === undefined || account === undefined) return refuse(40014);
  const refused = token.refusalAt(now);
  return refused === undefined ? account : refuse(refused);
}

function bodyRefusal(route: Route, { body }: IncomingRequest): Reply | undefined {
  if (route.method === 'GET') return undefined;
  if (body.form === 'unreadable') return refuse(47001);
  // Those that take no token check their own fields, and one of them also takes them from the query.
  return body.form === 'empty' && route.auth === 'access-token' ? refuse(44002) : undefined;
}

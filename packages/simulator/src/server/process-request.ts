import type { AccessToken } from '../accounts/access-token.js';
import type { Account } from '../accounts/account.js';
import type { Agent } from '../corps/agent.js';
import type { Corp } from '../corps/corp.js';
import type { Platform } from '../platform.js';
import { type Refusal, type Reply, refuse, refuseCorp } from './answer.js';
import type { IncomingRequest } from './incoming-request.js';
import type { AccountRoute, Call, CorpRoute, Route } from './route.js';
import type { RoutingTable } from './routing-table.js';

type OnceAnswered = (then: () => void) => void;

/**
 * What the platform does with a request: gateway, path, method, token, places, quotas, body, and then the endpoint's own rules.
 * @param onceAnswered calls back when the request is answered or cut
 */
export function processRequest(
  request: IncomingRequest,
  platform: Platform,
  routes: RoutingTable,
  onceAnswered: OnceAnswered,
): Reply {
  const now = platform.clock.now();
  const tooMany = platform.gateway.refusal(now);
  if (tooMany !== undefined) return tooMany;
  const token = tokenOf(request, platform);
  const route = findRoute(request, routes, token);
  if ('refused' in route) return route;
  const call = callOf(request, platform, now);
  switch (route.auth) {
    case 'none':
      return bodyRefusal(route, request) ?? route.handle(call);
    case 'access-token':
      return callWithToken(route, request, { call, token, onceAnswered });
    case 'corp-token':
      return callWithCorpToken(route, request, { call, token, onceAnswered });
  }
}

function tokenOf({ query }: IncomingRequest, platform: Platform): AccessToken | undefined {
  const value = query.get('access_token');
  return value === null ? undefined : platform.tokenIndex.find(value);
}

function findRoute(
  { path, method }: IncomingRequest,
  routes: RoutingTable,
  token: AccessToken | undefined,
): Route | Refusal {
  const found = routes.at(path, token?.kind === 'corp' ? 'corp' : 'app');
  const [first] = found;
  if (first === undefined) return refuse(40066);
  const route = found.find((other) => other.method === method);
  return route ?? refuse(first.method === 'GET' ? 43001 : 43002);
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

interface TokenCall {
  readonly call: Call;
  readonly token: AccessToken | undefined;
  readonly onceAnswered: OnceAnswered;
}

function callWithToken(
  route: AccountRoute,
  request: IncomingRequest,
  { call, token, onceAnswered }: TokenCall,
): Reply {
  const account = accountOf(call, token);
  if ('refused' in account) return account;
  const leave = account.places.take(route.path);
  if (leave === undefined) return refuse(45033);
  onceAnswered(leave);
  const overQuota = account.quotas.count(route.path, call.now);
  if (overQuota !== undefined) return overQuota;
  return bodyRefusal(route, request) ?? route.handle({ ...call, account });
}

function callWithCorpToken(
  route: CorpRoute,
  request: IncomingRequest,
  { call, token, onceAnswered }: TokenCall,
): Reply {
  const caller = agentOf(call, token);
  if ('refused' in caller) return caller;
  const { corp } = caller;
  const leave = corp.places.take(route.path);
  if (leave === undefined) return refuseCorp(45033);
  onceAnswered(leave);
  const overQuota = corp.quotas.count(route.path, call.now);
  if (overQuota !== undefined) return overQuota;
  const refused = bodyRefusal(route, request);
  return refused === undefined ? route.handle({ ...call, ...caller }) : { ...refused, corp: true };
}

function accountOf({ platform, query, now }: Call, token: AccessToken | undefined): Account | Refusal {
  if (!query.get('access_token')) return refuse(41001);
  const account = token && platform.findAccount(token.appId);
  if (token === undefined || account === undefined) return refuse(40014);
  const refused = token.refusalAt(now);
  return refused === undefined ? account : refuse(refused);
}

function agentOf(
  { platform, query, now }: Call,
  token: AccessToken | undefined,
): { corp: Corp; agent: Agent } | Refusal {
  if (!query.get('access_token')) return refuseCorp(41001);
  const corp = token && platform.findCorp(token.appId);
  const agent = corp?.findAgent(token?.agentId);
  if (token === undefined || corp === undefined || agent === undefined) return refuseCorp(40014);
  const refused = token.refusalAt(now);
  return refused === undefined ? { corp, agent } : refuseCorp(refused);
}

function bodyRefusal(route: Route, { body }: IncomingRequest): Refusal | undefined {
  if (route.method === 'GET') return undefined;
  if (body.form === 'unreadable') return refuse(47001);
  // Those that take no token check their own fields, and one of them also takes them from the query.
  return body.form === 'empty' && route.auth !== 'none' ? refuse(44002) : undefined;
}

import type { IncomingHttpHeaders } from 'node:http';
import type { Account } from '../accounts/account.js';
import type { Agent } from '../corps/agent.js';
import type { Corp } from '../corps/corp.js';
import type { Platform } from '../platform.js';
import type { Reply } from './answer.js';
import type { JsonObject } from './incoming-request.js';

/** A call as a route sees it. */
export interface Call {
  readonly platform: Platform;
  /** Simulated time, epoch milliseconds. */
  readonly now: number;
  readonly requestNumber: number;
  readonly path: string;
  readonly query: URLSearchParams;
  /** The JSON body; empty where there is none. */
  readonly body: JsonObject;
  readonly raw: Buffer;
  readonly headers: IncomingHttpHeaders;
}

/** A call whose access token was accepted. */
export interface AccountCall extends Call {
  readonly account: Account;
}

/** A call whose access token of WeCom was accepted. */
export interface CorpCall extends Call {
  readonly corp: Corp;
  /** Whose secret the token belongs to. */
  readonly agent: Agent;
}

export type Route = OpenRoute | AccountRoute | CorpRoute;

interface RouteBase {
  readonly method: 'GET' | 'POST';
  readonly path: string;
}

/** Takes no access token and counts its own quota. */
export interface OpenRoute extends RouteBase {
  readonly auth: 'none';
  readonly handle: (call: Call) => Reply;
}

/** The token is checked and the quotas are counted before the route is asked. */
export interface AccountRoute extends RouteBase {
  readonly auth: 'access-token';
  readonly handle: (call: AccountCall) => Reply;
}

/** As an `AccountRoute`, of WeCom. */
export interface CorpRoute extends RouteBase {
  readonly auth: 'corp-token';
  readonly handle: (call: CorpCall) => Reply;
}

export function withoutToken(method: 'GET' | 'POST', path: string, handle: OpenRoute['handle']): OpenRoute {
  return { method, path, auth: 'none', handle };
}

export function withToken(
  method: 'GET' | 'POST',
  path: string,
  handle: AccountRoute['handle'],
): AccountRoute {
  return { method, path, auth: 'access-token', handle };
}

/** An endpoint of WeCom. A path that the other platforms have, too, goes by the kind of the token. */
export function withCorpToken(method: 'GET' | 'POST', path: string, handle: CorpRoute['handle']): CorpRoute {
  return { method, path, auth: 'corp-token', handle };
}

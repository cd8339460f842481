import type { OauthScope } from '../accounts/oauth-book.js';
import type { UserAct } from '../accounts/reply-window.js';
import type { RevokeOptions } from '../accounts/token-controls.js';
import type { Fault } from '../faults/fault.js';
import { isBoolean, isMs, isPositive, isText } from '../options/checks.js';
import type { JsonObject } from '../server/incoming-request.js';
import type { Simulator } from '../simulator.js';

export interface ControlCall {
  readonly simulator: Simulator;
  readonly query: Readonly<Record<string, string>>;
  readonly body: JsonObject;
}

/** What can be asked under the control prefix, by method and rest of the path. Answers what is sent back as JSON. */
export const CONTROLS: Readonly<Record<string, (call: ControlCall) => unknown>> = {
  'GET ': ({ simulator }) => ({
    url: simulator.url,
    now: simulator.clock.now(),
    appIds: simulator.appIds,
    corpIds: simulator.corpIds,
    deliveries: simulator.deliveries.length,
  }),

  'GET /deliveries': ({ simulator, query }) => ({
    deliveries: simulator.deliveriesOf(({ openid, appId, path }) => fits({ openid, appId, path }, query)),
  }),
  'GET /requests': ({ simulator, query }) => ({
    requests: simulator.requests.filter(({ appId, path }) => fits({ appId, path }, query)),
  }),
  'GET /timeline': ({ simulator, query }) => {
    const bucketMs = Number(query.bucketMs ?? 1_000);
    isPositive(bucketMs, 'bucketMs');
    return { timeLine: simulator.timeLine(bucketMs, query.path) };
  },
  'GET /hits': ({ simulator, query }) => ({ hits: simulator.hits(text(query, 'path')) }),

  'GET /faults': ({ simulator }) => ({
    faults: simulator.faults.list().map(({ id, fault, hits }) => ({ id, fault, hits })),
  }),
  'POST /faults': ({ simulator, body }) => ({ id: simulator.faults.add(body as unknown as Fault).id }),
  'DELETE /faults': ({ simulator, query }) => {
    if (query.id === undefined) simulator.faults.clear();
    else simulator.faults.remove(Number(query.id));
  },

  'GET /tokens': ({ simulator, query }) => ({
    current: simulator.tokens.current(text(query, 'appId'), agentIdOf(query)),
    issued: simulator.tokens.issued(text(query, 'appId'), agentIdOf(query)).length,
  }),
  'POST /tokens/revoke': ({ simulator, body: { appId, ...options } }) =>
    simulator.tokens.revoke(text({ appId }, 'appId'), options as RevokeOptions),
  'POST /tokens/expire': ({ simulator, body }) =>
    simulator.tokens.expire(text(body, 'appId'), agentIdOf(body)),

  'POST /accounts/ip': ({ simulator, body }) => {
    isBoolean(body.ipNotAllowed, 'ipNotAllowed');
    const agentId = agentIdOf(body);
    const appId = text(body, 'appId');
    const blocked = agentId === undefined ? simulator.account(appId) : simulator.agent(appId, agentId);
    blocked.ipNotAllowed = body.ipNotAllowed === true;
  },

  'POST /users/interact': ({ simulator, body }) =>
    simulator.users.interact(text(body, 'appId'), text(body, 'openid'), body.act as UserAct | undefined),
  'POST /users/grant': ({ simulator, body }) =>
    simulator.users.grant(
      text(body, 'appId'),
      text(body, 'openid'),
      text(body, 'templateId'),
      body.times as number | undefined,
    ),
  'POST /users/follow': ({ simulator, body }) =>
    simulator.users.follow(text(body, 'appId'), text(body, 'openid')),
  'POST /users/unfollow': ({ simulator, body }) =>
    simulator.users.unfollow(text(body, 'appId'), text(body, 'openid')),
  'POST /users/authorize': ({ simulator, body }) => ({
    code: simulator.users.authorize(
      text(body, 'appId'),
      text(body, 'openid'),
      body.scope as OauthScope | undefined,
    ),
  }),

  'POST /clock/advance': ({ simulator, body: { ms } }) => {
    isMs(ms, 'ms');
    simulator.clock.advance(Number(ms));
    return { now: simulator.clock.now() };
  },
  'POST /reset': ({ simulator }) => simulator.reset(),
};

function text(from: JsonObject, name: string): string {
  isText(from[name], name);
  return String(from[name]);
}

/** The app of WeCom that is meant, where one is named. */
function agentIdOf(from: JsonObject): number | undefined {
  return from.agentId === undefined ? undefined : Number(from.agentId);
}

/** Whether every filter that is given names what is there. */
function fits(actual: Readonly<Record<string, unknown>>, filters: Readonly<Record<string, string>>): boolean {
  return Object.keys(actual).every((name) => filters[name] === undefined || filters[name] === actual[name]);
}

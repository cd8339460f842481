import type { OauthScope } from '../accounts/oauth-book.js';
import type { UserAct } from '../accounts/reply-window.js';
import type { RevokeOptions } from '../accounts/token-controls.js';
import type { CallbackContent } from '../callbacks/callback-content.js';
import type { CallbackSettings } from '../callbacks/callback-settings.js';
import type { CallbackAccount } from '../callbacks/callback-target.js';
import type { OpenApproval } from '../callbacks/events.js';
import type { PushOptions } from '../callbacks/push-options.js';
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
    simulator.users.follow(text(body, 'appId'), text(body, 'openid'), optionalText(body, 'scene')),
  'POST /users/unfollow': ({ simulator, body }) =>
    simulator.users.unfollow(text(body, 'appId'), text(body, 'openid')),
  'POST /users/authorize': ({ simulator, body }) => ({
    code: simulator.users.authorize(
      text(body, 'appId'),
      text(body, 'openid'),
      body.scope as OauthScope | undefined,
    ),
  }),

  'POST /users/scan': ({ simulator, body }) =>
    simulator.users.scan(text(body, 'appId'), text(body, 'openid'), text(body, 'scene')),
  'POST /users/click': ({ simulator, body }) =>
    simulator.users.click(accountOf(body), text(body, 'openid'), text(body, 'key')),
  'POST /users/say': ({ simulator, body }) =>
    simulator.users.say(accountOf(body), text(body, 'openid'), body.content as string),
  'POST /users/block': ({ simulator, body }) =>
    simulator.users.block(text(body, 'appId'), text(body, 'openid'), body.blocked !== false),
  'POST /users/login': ({ simulator, body }) => ({
    code: simulator.users.login(text(body, 'appId'), optionalText(body, 'openid')),
  }),
  'POST /users/phone': ({ simulator, body }) => ({
    code: simulator.users.sharePhone(
      text(body, 'appId'),
      optionalText(body, 'openid'),
      optionalText(body, 'phoneNumber'),
    ),
  }),
  'POST /users/ask-service': ({ simulator, body }) =>
    simulator.users.askService(
      text(body, 'corpId'),
      text(body, 'openKfId'),
      text(body, 'externalUserid'),
      text(body, 'text'),
    ),
  'POST /users/approve': ({ simulator, body: { corpId, userid, ...approval } }) =>
    simulator.users.approve(
      text({ corpId }, 'corpId'),
      text({ userid }, 'userid'),
      approval as unknown as OpenApproval,
    ),

  'POST /callbacks/configure': ({ simulator, body: { appId, corpId, agentId, ...settings } }) =>
    simulator.callbacks.configure(
      accountOf({ appId, corpId, agentId }),
      settings as unknown as CallbackSettings,
    ),
  'POST /callbacks/push': async ({ simulator, body }) => ({
    exchanges: await simulator.callbacks.push(
      accountOf(body),
      body.content as CallbackContent,
      body.options as PushOptions | undefined,
    ),
  }),
  'POST /callbacks/verify': ({ simulator, body }) => simulator.callbacks.verify(accountOf(body)),
  'GET /callbacks/exchanges': ({ simulator, query }) => ({
    exchanges: simulator.callbacks.exchanges.filter(({ appId }) => fits({ appId }, query)),
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

function optionalText(from: JsonObject, name: string): string | undefined {
  return from[name] === undefined ? undefined : text(from, name);
}

/** The account whose callbacks are meant: `appId`, or `corpId` and perhaps `agentId`. */
function accountOf(from: JsonObject): CallbackAccount {
  if (from.corpId === undefined) return { appId: text(from, 'appId') };
  return { corpId: text(from, 'corpId'), agentId: agentIdOf(from) };
}

/** The app of WeCom that is meant, where one is named. */
function agentIdOf(from: JsonObject): number | undefined {
  return from.agentId === undefined ? undefined : Number(from.agentId);
}

/** Whether every filter that is given names what is there. */
function fits(actual: Readonly<Record<string, unknown>>, filters: Readonly<Record<string, string>>): boolean {
  return Object.keys(actual).every((name) => filters[name] === undefined || filters[name] === actual[name]);
}

import type { CallbackSettings } from '../callbacks/callback-settings.js';
import {
  type Check,
  checkRecord,
  expecting,
  isAmount,
  isBoolean,
  isListOf,
  isMs,
  isOneOf,
  isPositive,
  isText,
  isWhole,
} from './checks.js';
import { SimulatorOptionError } from './option-error.js';

const isTemplate: Check = (value, path) => {
  if (typeof value === 'string') return isText(value, path);
  checkRecord(value, path, { id: isText, title: isText, content: isText });
  isText((value as { id?: unknown }).id, `${path}.id`);
};

const isFollowers: Check = (value, path) => {
  if (value === 'everyone' || typeof value === 'function') return;
  isListOf(isText, '"everyone", a list of openids or a function')(value, path);
};

const isTemplates: Check = (value, path) => {
  if (value !== 'any') isListOf(isTemplate, '"any" or a list of templates')(value, path);
};

const isUrl = expecting(
  'an http address',
  (value) => typeof value === 'string' && /^https?:\/\/./.test(value),
);
const isAesKey = expecting(
  '43 letters and digits',
  (value) => typeof value === 'string' && /^[A-Za-z0-9]{43}$/.test(value),
);

/** Settings of where callbacks go; a mode that encrypts needs a key. */
export const isCallback: Check = (value, path) => {
  checkRecord(value, path, {
    url: isUrl,
    token: isText,
    encodingAesKey: isAesKey,
    mode: isOneOf('plain', 'compatible', 'safe'),
    format: isOneOf('xml', 'json'),
    automatic: isBoolean,
    delayMs: isMs,
    timeoutMs: isPositive,
    tries: isWhole,
    receiveId: expecting('a text', (text) => typeof text === 'string'),
  });
  const { url, token, encodingAesKey, mode } = value as CallbackSettings;
  isUrl(url, `${path}.url`);
  isText(token, `${path}.token`);
  if (mode !== undefined && mode !== 'plain') isAesKey(encodingAesKey, `${path}.encodingAesKey`);
};

const isAccount: Check = (value, path) => {
  checkRecord(value, path, {
    appId: isText,
    appSecret: isText,
    followers: isFollowers,
    templates: isTemplates,
    ipNotAllowed: isBoolean,
    replyWindow: isOneOf('kept', 'open'),
    subscriptions: isOneOf('counted', 'unlimited'),
    pages: isPages,
    callback: isCallback,
  });
  const { appId, appSecret } = value as { appId?: unknown; appSecret?: unknown };
  isText(appId, `${path}.appId`);
  isText(appSecret, `${path}.appSecret`);
};

const isPages: Check = (value, path) => {
  if (value !== 'any') isListOf(isText, '"any" or a list of pages')(value, path);
};

export const isAccounts: Check = (value, path) => {
  isListOf(isAccount, 'a list of accounts')(value, path);
  isOnce('appId', 'account')(value, path);
};

const isAgent: Check = (value, path) => {
  checkRecord(value, path, {
    agentId: isAgentId,
    corpSecret: isText,
    ipNotAllowed: isBoolean,
    callback: isCorpCallback,
  });
  const { agentId, corpSecret } = value as { agentId?: unknown; corpSecret?: unknown };
  isAgentId(agentId, `${path}.agentId`);
  isText(corpSecret, `${path}.corpSecret`);
};

const isAgentId = expecting('a whole number >= 0', (value) => isAmount(value) && Number.isInteger(value));

/** The same for WeCom, which always encrypts. */
export const isCorpCallback: Check = (value, path) => {
  isCallback(value, path);
  const { encodingAesKey, mode } = value as CallbackSettings;
  isAesKey(encodingAesKey, `${path}.encodingAesKey`);
  if (mode !== undefined && mode !== 'safe') throw new SimulatorOptionError(`${path}.mode`, mode, '"safe"');
};

const isMember: Check = (value, path) => {
  if (typeof value === 'string') return isText(value, path);
  const isIds = isListOf(isWhole, 'a list of ids');
  checkRecord(value, path, { userid: isText, departments: isIds, tags: isIds, licensed: isBoolean });
  isText((value as { userid?: unknown }).userid, `${path}.userid`);
};

const isMembers: Check = (value, path) => {
  if (value !== 'everyone') isListOf(isMember, '"everyone" or a list of members')(value, path);
};

const isRobots: Check = (value, path) => {
  if (value !== 'any') isListOf(isText, '"any" or a list of keys')(value, path);
};

const isCorp: Check = (value, path) => {
  checkRecord(value, path, {
    corpId: isText,
    agents: isListOf(isAgent, 'a list of apps'),
    members: isMembers,
    robots: isRobots,
  });
  const { corpId, agents } = value as { corpId?: unknown; agents?: unknown };
  isText(corpId, `${path}.corpId`);
  isListOf(isAgent, 'a list of apps')(agents, `${path}.agents`);
  isOnce('agentId', 'app')(agents, `${path}.agents`);
  isOnce('corpSecret', 'app')(agents, `${path}.agents`);
};

export const isCorps: Check = (value, path) => {
  isListOf(isCorp, 'a list of corps')(value, path);
  isOnce('corpId', 'corp')(value, path);
};

/** Checks that there is at least one and none comes twice. */
function isOnce(name: string, what: string): Check {
  return (value, path) => {
    const ids = (value as Record<string, unknown>[]).map((item) => item[name]);
    if (ids.length === 0) throw new SimulatorOptionError(path, value, `at least one ${what}`);
    const repeated = ids.findIndex((id, index) => ids.indexOf(id) !== index);
    if (repeated >= 0)
      throw new SimulatorOptionError(`${path}[${repeated}].${name}`, ids[repeated], `each ${name} once`);
  };
}

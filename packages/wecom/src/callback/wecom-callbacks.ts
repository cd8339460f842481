import { checkOptions } from '@wetempo/core';
import { type CallbackOptions, CallbackReceiver, callbackOptionsShape } from '@wetempo/core/callback';
import { z } from 'zod';
import type { WecomCallbackCatalog } from './wecom-callback-catalog.js';
import { wecomCallbackPlatform } from './wecom-callback-platform.js';

export interface WecomCallbacksOptions extends Omit<CallbackOptions, 'encodingAesKey' | 'mode'> {
  /** `ww…` or `wx…`, from the console: 我的企业 → 企业信息. */
  corpId: string;
  /** Of the agent whose address this is; keeps its events apart from those of the corp's other agents. */
  agentId?: number | string | undefined;
  /** Of a third-party app, whose commands (`InfoType`) are meant for its suite. */
  suiteId?: string | undefined;
  /**
   * Whom callbacks may be meant for, where it is somebody else: the empty text for smart robots of the own corp, the corp
   * that authorised a third-party app (in clear or encrypted, as the platform names it).
   *
   * @default the corp, and the suite where there is one
   */
  receiveIds?: readonly string[] | undefined;
  /** EncodingAESKey of the console, 43 characters. While it is being changed: the new one, then the old one. */
  encodingAesKey: string | readonly string[];
}

// WeCom encrypts always, so there is no mode to choose.
const { mode: _, ...shape } = callbackOptionsShape;
const id = (what: string) => z.string().regex(/^[\w-]+$/, `must be ${what}: letters and digits`);

const optionsSchema = z.strictObject({
  ...shape,
  encodingAesKey: shape.encodingAesKey.unwrap(),
  corpId: id('a corp id'),
  agentId: z.union([z.int().nonnegative(), z.string().regex(/^\d+$/, 'must be digits')]).optional(),
  suiteId: id('a suite id').optional(),
  receiveIds: z.array(z.string()).min(1, 'must name somebody').optional(),
});

/**
 * Receives what WeCom (企业微信) pushes to one address: messages and events of an agent, changes of the address book and of
 * customers, commands for third-party apps. The URL check of the console is answered, too.
 *
 * @example
 * const callbacks = new WecomCallbacks({ corpId, agentId, token, encodingAesKey, redis: 'redis://127.0.0.1:6379' });
 * callbacks.onEvent('change_contact.create_user', ({ UserID }) => welcome(UserID));
 * createServer(callbacks.requestHandler()).listen(3000);
 */
export class WecomCallbacks extends CallbackReceiver<WecomCallbackCatalog> {
  /** @throws {ConfigError} naming each wrong option by its path */
  constructor(options: WecomCallbacksOptions) {
    checkOptions(optionsSchema, options, 'WecomCallbacks');
    const { corpId, agentId, suiteId, receiveIds, ...rest } = options;
    // Two agents of one corp share a Redis, and each process knows the handlers of its own agent alone.
    const account = [corpId, suiteId, agentId].filter((part) => part !== undefined).join('/');
    const own = suiteId === undefined ? [corpId] : [corpId, suiteId];
    super(wecomCallbackPlatform, { account, receiveIds: receiveIds ?? own }, rest);
  }
}

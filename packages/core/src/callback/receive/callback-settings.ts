import { z } from 'zod';
import { clientOptionsShape } from '../../client/client-settings.js';
import { type Clock, systemClock } from '../../clock/clock.js';
import { checkOptions } from '../../config/check-options.js';
import { logEvents } from '../../telemetry/log-events.js';
import { Telemetry } from '../../telemetry/telemetry.js';
import type { CallbackInbox } from '../callback-inbox.js';
import type { CallbackOptions } from '../callback-options.js';
import type { CallbackPlatform } from '../callback-platform.js';
import { type GateSettings, gateOptionsShape, gateSettings } from '../verify/index.js';

/** Which account's callbacks a receiver takes. */
export interface ReceiverIdentity {
  /** appId or corpId, with the agent where it has several receivers; names it in events and in Redis. */
  readonly account: string;
  /** Whom encrypted callbacks may be meant for. */
  readonly receiveIds: readonly string[];
}

const inboxMethods = ['take', 'renew', 'finish', 'giveBack', 'takeAbandoned', 'close'];

function isInbox(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return inboxMethods.every((method) => typeof Reflect.get(value, method) === 'function');
}

const { redis, clock, onEvent, logger } = clientOptionsShape;

/** The shape of `CallbackOptions`, for the platform packages to extend with the name of the account. */
export const callbackOptionsShape = {
  ...gateOptionsShape,
  answerWithinMs: z.int().min(0).max(4_500).optional(),
  rememberMs: z
    .int()
    .min(1_000)
    .max(30 * 86_400_000)
    .optional(),
  leaseMs: z.int().min(50).max(3_600_000).optional(),
  maxRetries: z.int().min(0).max(10).optional(),
  inbox: z
    .custom<CallbackInbox>(isInbox, `must be an object with the methods ${inboxMethods.join(', ')}`)
    .optional(),
  redis,
  clock,
  onEvent,
  logger,
} as const;

/** `CallbackOptions` with every default filled in. */
export interface CallbackSettings {
  readonly account: string;
  readonly gate: GateSettings;
  readonly answerWithinMs: number;
  readonly rememberMs: number;
  readonly replayMs: number;
  readonly leaseMs: number;
  readonly maxRetries: number;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
}

/** @throws {ConfigError} with the path of each wrong option; never with a key in it */
export function callbackSettings(
  platform: CallbackPlatform,
  { account, receiveIds }: ReceiverIdentity,
  options: CallbackOptions,
): CallbackSettings {
  const owner = `${platform.name} callbacks`;
  checkOptions(z.looseObject(callbackOptionsShape), options, owner);
  const gate = gateSettings(platform, receiveIds, options, owner);
  return {
    account,
    gate,
    answerWithinMs: options.answerWithinMs ?? 500,
    rememberMs: options.rememberMs ?? 86_400_000,
    // A timestamp may lie ahead by the skew, and is good until it lies as far back.
    replayMs: 2 * gate.maxSkewMs + 1_000,
    leaseMs: options.leaseMs ?? 30_000,
    maxRetries: options.maxRetries ?? 2,
    clock: options.clock ?? systemClock,
    telemetry: telemetryOf(options),
  };
}

function telemetryOf({ onEvent: listener, logger: lines }: CallbackOptions): Telemetry {
  const telemetry = new Telemetry();
  if (listener !== undefined) telemetry.onAny(listener);
  if (lines !== undefined) logEvents(telemetry, lines);
  return telemetry;
}

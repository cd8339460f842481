import { z } from 'zod';
import { systemClock } from '../../clock/index.js';
import { checkOptions } from '../../config/check-options.js';
import type { CallbackMode, CallbackOptions } from '../callback-options.js';
import type { CallbackPlatform } from '../callback-platform.js';
import { encodingAesKeyPattern } from './encoding-aes-key.js';
import type { GateSettings } from './gate-settings.js';

/** Three: the new one, the old one, and one that a hasty operator replaced in between. */
const mostKeys = 3;

/** One refinement for text and list alike, so that the path in an error never ends in a number beside which a key is shown. */
const encodingAesKey = z.custom<string | readonly string[]>((value) => {
  const keys: readonly unknown[] = Array.isArray(value) ? value : [value];
  const areKeys = keys.every((key) => typeof key === 'string' && encodingAesKeyPattern.test(key));
  return areKeys && keys.length >= 1 && keys.length <= mostKeys;
}, `must be the 43 characters of the console, or a list of up to ${mostKeys} such`);

/** The part of `CallbackOptions` that decides who is let in, for a receiver to extend with its own. */
export const gateOptionsShape = {
  token: z.string().regex(/^[A-Za-z0-9]{3,32}$/, 'must be 3 to 32 letters and digits, as in the console'),
  encodingAesKey: encodingAesKey.optional(),
  mode: z.enum(['plain', 'compatible', 'safe']).optional(),
  maxSkewMs: z.number().positive().max(86_400_000).optional(),
  maxBodyBytes: z.int().min(1024).max(1_048_576).optional(),
} as const;

type GateOptions = Pick<CallbackOptions, keyof typeof gateOptionsShape | 'clock'>;

/**
 * What the gate of one account needs, from its options and whom its packets may be meant for.
 *
 * @param owner begins the error's message
 * @throws {ConfigError} with the path of each wrong option, also where the mode needs a key and there is none
 */
export function gateSettings(
  platform: CallbackPlatform,
  receiveIds: readonly string[],
  options: GateOptions,
  owner = `${platform.name} callbacks`,
): GateSettings {
  const checked = checkOptions(gateOptionsSchema(platform), options, owner);
  const { encodingAesKey: keys = [], token, maxSkewMs = 300_000, maxBodyBytes = 262_144 } = checked;
  return {
    token,
    encodingAesKeys: typeof keys === 'string' ? [keys] : keys,
    mode: modeOf(platform, checked),
    receiveIds,
    maxSkewMs,
    maxBodyBytes,
    clock: options.clock ?? systemClock,
  };
}

type ModeChoice = Pick<GateOptions, 'mode' | 'encodingAesKey'>;

function modeOf(platform: CallbackPlatform, { mode, encodingAesKey: key }: ModeChoice): CallbackMode {
  if (platform.alwaysSafe) return 'safe';
  return mode ?? (key === undefined ? 'plain' : 'safe');
}

function gateOptionsSchema(platform: CallbackPlatform) {
  return z
    .looseObject(gateOptionsShape)
    .refine(({ mode }) => !platform.alwaysSafe || mode === undefined || mode === 'safe', {
      path: ['mode'],
      error: 'must be "safe" or left out: this platform always encrypts',
    })
    .refine((options) => modeOf(platform, options) === 'plain' || options.encodingAesKey !== undefined, {
      path: ['encodingAesKey'],
      error: 'is needed in every mode but "plain"',
    });
}

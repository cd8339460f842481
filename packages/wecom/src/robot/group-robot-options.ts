import { type ClientOptions, checkOptions, clientOptionsShape } from '@wetempo/core';
import { z } from 'zod';

interface RobotClientOptions extends Omit<ClientOptions, 'token'> {
  /**
   * Overall time of one call, waiting in line included: a robot sends 20 messages a minute, so ten minutes carry some 200
   * that are handed over at once. @default 600000
   */
  deadlineMs?: number | undefined;
}

/** Either the key or the whole address. Both are secrets: whoever has them can write to the group. */
export type GroupRobotOptions = RobotClientOptions &
  (
    | {
        /** What stands behind `key=` in the address of the webhook. */
        key: string;
        webhookUrl?: undefined;
      }
    | {
        key?: undefined;
        /** The address as the group shows it: `https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=…`. */
        webhookUrl: string;
      }
  );

export interface CheckedRobotOptions {
  readonly key: string;
  /** What every client takes. */
  readonly client: ClientOptions;
}

const { token: _token, ...shapeWithoutToken } = clientOptionsShape;
const key = z.string().regex(/^[0-9A-Za-z_-]{8,128}$/, 'must be what stands behind "key=" in the webhook');

const optionsSchema = z
  .strictObject({
    ...shapeWithoutToken,
    key: key.optional(),
    webhookUrl: z
      .string()
      .refine((address) => keyOf(address) !== undefined, {
        error: 'must be an http or https address that ends in "?key=" and the key',
      })
      .optional(),
  })
  .refine((options) => (options.key === undefined) !== (options.webhookUrl === undefined), {
    path: ['key'],
    error: 'must be given, or else webhookUrl',
  });

function keyOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, searchParams } = new URL(address);
  const parsed = key.safeParse(searchParams.get('key'));
  return /^https?:$/.test(protocol) ? parsed.data : undefined;
}

/**
 * The key, and what is common to every client.
 *
 * @throws {ConfigError} naming each wrong option by its path, and no value of a secret one
 */
export function readRobotOptions(options: GroupRobotOptions): CheckedRobotOptions {
  checkOptions(optionsSchema, options, 'GroupRobot');
  const { key: given, webhookUrl, ...rest } = options;
  const client = {
    deadlineMs: 600_000,
    ...rest,
    // The robot has its window for itself alone, so nothing of it is left to others.
    limits: { headroom: 0, ...rest.limits },
  };
  if (webhookUrl === undefined) return { key: given ?? '', client };
  return { key: keyOf(webhookUrl) ?? '', client: { baseUrl: new URL(webhookUrl).origin, ...client } };
}

import { type AnyEndpoint, defineEndpoint, verdictRules } from '@wetempo/core';
import { z } from 'zod';
import { page } from '../endpoints/docs.js';
import { stored } from '../endpoints/media.js';
import { acknowledgement } from '../endpoints/response-parts.js';
import { mediaLimits, uploadFile } from '../endpoints/upload-file.js';
import { busySendVerdicts } from '../endpoints/verdict-overrides.js';
import { robotMessage } from './robot-message.js';

// The schema of a message knows no key, so that it stays out of every record; the client puts it into the query.
const keyInQuery = { accountFields: ['key'], queryFields: ['key'], auth: 'none' } as const;

/** A robot has one window alone, of a minute, so its 45009 always means that one. */
const robotVerdicts = verdictRules(
  [
    [
      45009,
      'robot_freq_limit',
      'rate-minute',
      '机器人每分钟最多 20 条',
      'a robot sends 20 messages a minute at most',
    ],
  ],
  {
    45009: { scope: 'endpoint', hint: 'Something else sends by the same webhook; give each its own robot.' },
  },
);

/** What a group robot (群机器人) can do. */
export const robotEndpoints = {
  /**
   * Sends a message to the group of the robot. Needs a `requestId`. The platform neither names these messages nor knows them
   * again, so one whose answer was lost stays unknown.
   */
  send: defineEndpoint({
    name: 'robot.send',
    method: 'POST',
    path: '/cgi-bin/webhook/send',
    docs: page(91770),
    ...keyInQuery,
    kind: 'message',
    request: robotMessage,
    response: acknowledgement,
    message: { recipient: () => undefined },
    verdicts: [...busySendVerdicts, ...robotVerdicts],
  }),

  /** Stores a file (20 MB at most) or a voice message (AMR, 2 MB) for 3 days, for this robot alone. */
  upload: defineEndpoint({
    name: 'robot.upload',
    method: 'POST',
    path: '/cgi-bin/webhook/upload_media',
    docs: page(91770),
    kind: 'write',
    encoding: 'multipart',
    accountFields: ['key'],
    queryFields: ['key', 'type'],
    auth: 'none',
    timeoutMs: 60_000,
    request: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('file'), media: uploadFile(mediaLimits.file) }),
      z.strictObject({ type: z.literal('voice'), media: uploadFile(mediaLimits.voice) }),
    ]),
    response: stored,
  }),
} as const;

export const allRobotEndpoints: readonly AnyEndpoint[] = Object.values<AnyEndpoint>(robotEndpoints);

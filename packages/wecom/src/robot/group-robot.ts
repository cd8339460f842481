import {
  ApiClient,
  bindEndpoints,
  type CallOptions,
  clientSettings,
  type EndpointMethods,
  type ResponseOf,
  type ResumeOptions,
  type ResumeReport,
  type Sends,
  type Telemetry,
  type UploadFile,
} from '@wetempo/core';
import { type GroupRobotOptions, readRobotOptions } from './group-robot-options.js';
import { robotEndpoints } from './robot-endpoints.js';
import { robotAccount, robotPlatform } from './robot-platform.js';

type Methods = EndpointMethods<typeof robotEndpoints>;

/** What a file is stored as. `voice`: AMR. @default 'file' */
export interface RobotUploadOptions extends CallOptions {
  type?: 'file' | 'voice' | undefined;
}

/**
 * A robot of a group chat (群机器人). It sends 20 messages a minute; more wait in line, as long as their deadline allows.
 *
 * The platform cannot tell a repeated message from a new one: where the answer is lost, `send` ends with
 * `OutcomeUnknownError`, and nothing is sent again under this `requestId` unless `resend: 'unknown'` says so.
 *
 * @example
 * const robot = new GroupRobot({ webhookUrl, redis: 'redis://127.0.0.1:6379' });
 * await robot.send({ msgtype: 'text', text: { content: '磁盘将满' } }, { requestId: 'alert-17' });
 * await robot.close();
 */
export class GroupRobot {
  readonly #client: ApiClient;
  readonly #upload: Methods['upload'];
  /** Sends a message to the group. Needs a `requestId`. */
  readonly send: Methods['send'];

  /** @throws {ConfigError} naming each wrong option by its path */
  constructor(options: GroupRobotOptions) {
    const { key, client } = readRobotOptions(options);
    this.#client = new ApiClient(robotPlatform, robotAccount(key), clientSettings(client, robotPlatform));
    const methods = bindEndpoints(this.#client, robotEndpoints);
    this.send = methods.send;
    this.#upload = methods.upload;
  }

  /** Stores a file for 3 days, for messages of this robot. Not repeated where its answer is lost. */
  upload(
    media: UploadFile,
    { type = 'file', ...options }: RobotUploadOptions = {},
  ): Promise<ResponseOf<typeof robotEndpoints.upload>> {
    return this.#upload({ type, media }, options);
  }

  /** Hears what the client does; see the events' types. */
  get telemetry(): Telemetry {
    return this.#client.telemetry;
  }

  /** What stands behind every method here; for what works with any platform, such as pushes. */
  get client(): ApiClient {
    return this.#client;
  }

  /** What is known of this robot's messages, and what only a person can decide about them. */
  get sends(): Sends {
    return this.#client.sends;
  }

  /** What is known of this robot's pace. */
  get limits(): ApiClient['limits'] {
    return this.#client.limits;
  }

  /** Finishes the messages that a dead process left behind. */
  resumePending(options?: ResumeOptions): Promise<ResumeReport> {
    return this.#client.resumePending(options);
  }

  /** Opens what the first call would open, so that a missing package shows at the start. */
  ready(): Promise<void> {
    return this.#client.ready();
  }

  /** Takes no more calls, waits for those under way, and closes everything that was opened. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

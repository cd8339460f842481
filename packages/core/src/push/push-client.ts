import type { CallOptions, SendOptions } from '../client/call.js';
import type { ResumeOptions, ResumeReport } from '../client/resume-pending.js';
import type { Sends } from '../client/sends.js';
import type { Clock } from '../clock/clock.js';
import type { AnyEndpoint, AnyMessageEndpoint } from '../endpoint/endpoint.js';
import type { Limits } from '../rate-limit/limits.js';
import type { Telemetry } from '../telemetry/telemetry.js';

/** What a push needs of a client; `ApiClient` is one. */
export interface PushClient {
  /** Names the credential; never a secret. */
  readonly accountKey: string;
  readonly clock: Clock;
  readonly telemetry: Telemetry;
  readonly sends: Sends;
  readonly limits: Limits;
  callAny(
    endpoint: AnyEndpoint,
    request: unknown,
    options?: CallOptions & Partial<SendOptions>,
  ): Promise<unknown>;
  /**
   * Checks what `call` would check before anything is spent, and sends nothing.
   *
   * @throws {ValidationError} with the path of each wrong field
   */
  checkMessage(endpoint: AnyMessageEndpoint, request: unknown, requestId: string): void;
  /** Finishes what a process that died has left behind. */
  resumePending(options?: ResumeOptions): Promise<ResumeReport>;
  /** A declared endpoint by its name, also one of the option `endpoints`; `undefined`: none has it, or it sends nothing. */
  messageEndpoint(name: string): AnyMessageEndpoint | undefined;
}

/** A platform's client, for example `WechatMp`. */
export interface HasPushClient {
  readonly client: PushClient;
}

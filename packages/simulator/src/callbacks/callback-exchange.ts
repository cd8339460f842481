import type { CallbackContent } from './callback-content.js';
import type { CallbackFormat, CallbackMode } from './callback-settings.js';
import type { CallbackReply } from './judge-answer.js';

/** One request to the user's server and what came of it. */
export interface CallbackExchange {
  /** Counts from 1. */
  readonly number: number;
  /** Which event: its tries and its repetitions have the same. */
  readonly push: number;
  /** 1 for the first delivery; 2 and more for repetitions on purpose. */
  readonly copy: number;
  /** From 1; more where the answer before was none. */
  readonly attempt: number;
  /** Simulated time, epoch milliseconds. */
  readonly at: number;
  /** The appId or the corpId. */
  readonly appId: string;
  readonly agentId: number | undefined;
  readonly mode: CallbackMode;
  readonly format: CallbackFormat;
  /** With the signatures. */
  readonly url: string;
  readonly requestBody: string;
  readonly content: CallbackContent;
  /** How long the answer took, in real milliseconds. */
  readonly durationMs: number;
  /** Absent where there was no answer. */
  readonly status?: number | undefined;
  /** The answer as it came. */
  readonly body?: string | undefined;
  /** Whether the platform is content; where not, it tries again. */
  readonly received: boolean;
  /** The reply, decrypted, its signature and receive id verified. */
  readonly reply?: CallbackReply | undefined;
  /** What was wrong with the answer. */
  readonly error?: string | undefined;
}

import type { Family } from '../server/routing-table.js';
import type { CallbackSettings } from './callback-settings.js';

/** Whose callbacks are meant: an appId, or a corp with or without an app. */
export type CallbackAccount =
  | string
  | { readonly appId: string }
  | { readonly corpId: string; readonly agentId?: number | undefined };

/** Where the callbacks of one account go. */
export interface CallbackTarget {
  readonly family: Family;
  /** The appId or the corpId. */
  readonly appId: string;
  readonly agentId: number | undefined;
  readonly receiveId: string;
  readonly settings: CallbackSettings;
}

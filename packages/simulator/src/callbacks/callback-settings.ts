/** As set in the console: nothing encrypted, both side by side, or encrypted alone. */
export type CallbackMode = 'plain' | 'compatible' | 'safe';
export type CallbackFormat = 'xml' | 'json';

/** Where the callbacks of one account or app go, and how they are protected. */
export interface CallbackSettings {
  url: string;
  token: string;
  /** 43 characters. Needed in every mode but `'plain'`, and always by WeCom. */
  encodingAesKey?: string | undefined;
  /** Default `'safe'` where there is an `encodingAesKey`, else `'plain'`. WeCom knows `'safe'` alone. */
  mode?: CallbackMode | undefined;
  /** Default `'xml'`. */
  format?: CallbackFormat | undefined;
  /** Whether the platform reports by itself: on sent messages, media checks, customer service, approvals, follows. Default true. */
  automatic?: boolean | undefined;
  /** Simulated milliseconds from what happened to its report. Default 0. */
  delayMs?: number | undefined;
  /** Real milliseconds that an answer may take. Default 5000. */
  timeoutMs?: number | undefined;
  /** How often an event is tried in all. Default 3. */
  tries?: number | undefined;
  /** The end of the encrypted text; default the appId or the corpId. A suite id for third-party commands. */
  receiveId?: string | undefined;
}

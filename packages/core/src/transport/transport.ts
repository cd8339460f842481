import type { TransportFailure } from '../verdict/verdict.js';

/** A file of a multipart request. */
export interface UploadFile {
  readonly content: Uint8Array;
  readonly filename: string;
  /** @default 'application/octet-stream' */
  readonly contentType?: string;
}

/** The body of one logical call. Encoded once, so that every attempt carries the same bytes. */
export type RequestBody =
  | { readonly type: 'none' }
  | { readonly type: 'json'; readonly text: string }
  | { readonly type: 'multipart'; readonly bytes: Uint8Array; readonly contentType: string };

/** One attempt. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Includes the access token, put in afresh for each attempt. */
  readonly query: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** What the request says beside its body, names in lower case. @default nothing */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** For this attempt alone, from the first connect to the last byte, repeated connects and the waits for them included. */
  readonly timeoutMs: number;
  /**
   * Ends the attempt at the call's deadline or at the caller's wish. Left out where the caller gave none and `timeoutMs`
   * already ends before the deadline: an unused AbortSignal costs a quarter of what the whole attempt does.
   */
  readonly signal?: AbortSignal | undefined;
  /** How often a failure that sent nothing may be repeated inside this attempt. 0: never. */
  readonly connectRetries: number;
}

/** What came back, byte for byte. */
export interface ReceivedAnswer {
  readonly type: 'response';
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Connections that were tried in vain before this one. */
  readonly connectRetries: number;
}

export type TransportAnswer =
  | ReceivedAnswer
  | { readonly type: 'failure'; readonly failure: TransportFailure; readonly connectRetries: number };

/** Carries one attempt to the platform. Never throws for what the network does, and never lets an axios error out. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
  close(): Promise<void>;
}

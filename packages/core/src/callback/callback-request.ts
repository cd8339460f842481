/** One HTTP request at a callback address, as any server can give it. */
export interface CallbackRequest {
  readonly method: string;
  /** Path and query as they came, or an absolute address; nothing decoded. */
  readonly url: string;
  /** The bytes of the body as they came; empty for a GET. */
  readonly body: Uint8Array;
}

/** What to answer, whatever the server is called. Never holds a secret. */
export interface CallbackAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

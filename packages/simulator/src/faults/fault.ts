/** Which requests a fault strikes. Everything left out matches. */
export interface FaultTarget {
  /** The exact path, such as `/cgi-bin/message/template/send`. */
  path?: string | undefined;
  appId?: string | undefined;
  /** The recipient named in the body (`touser` or `openid`). */
  openid?: string | undefined;
  /** How likely a matching request is struck, from 0 to 1. Default 1. */
  probability?: number | undefined;
  /** How many requests are struck before the fault is used up. Default: no end. */
  times?: number | undefined;
  /** How many matching requests pass first. Default 0. */
  after?: number | undefined;
  /** Real milliseconds to wait before the fault acts. Default 0. */
  delayMs?: number | undefined;
}

/**
 * The connection is reset and nothing is read from it: when it is made, or when it is used again. Strikes connections, so
 * it takes no path or account. For ECONNREFUSED see `Simulator.unplug`.
 */
export interface RefuseFault extends FaultTarget {
  kind: 'refuse';
}
/** The request is not processed and the connection is cut without an answer. */
export interface CutBeforeFault extends FaultTarget {
  kind: 'cut-before';
}
/** The request is processed, a message delivered, and the connection is cut: the answer is lost. */
export interface CutAfterFault extends FaultTarget {
  kind: 'cut-after';
}
/** The request is processed; the connection is cut in the middle of the answer's body. */
export interface CutMidAnswerFault extends FaultTarget {
  kind: 'cut-mid-answer';
  /** How many bytes of the body get out. Default: half of them. */
  keepBytes?: number | undefined;
}
/** No answer ever comes. */
export interface HangFault extends FaultTarget {
  kind: 'hang';
  processed?: boolean | undefined;
}
/** The real answer, late by `delayMs`. The request is processed when it arrives. */
export interface SlowFault extends FaultTarget {
  kind: 'slow';
  delayMs: number;
}
/** An HTTP status of the caller's choice. */
export interface StatusFault extends FaultTarget {
  kind: 'status';
  status: number;
  body?: string | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  processed?: boolean | undefined;
}
/** A page for people, such as a proxy shows. */
export interface HtmlFault extends FaultTarget {
  kind: 'html';
  /** Default 502. */
  status?: number | undefined;
  body?: string | undefined;
  processed?: boolean | undefined;
}
/** HTTP 200 with an errcode. */
export interface ErrcodeFault extends FaultTarget {
  kind: 'errcode';
  errcode: number;
  errmsg?: string | undefined;
  processed?: boolean | undefined;
}
/** A body of the caller's choice. */
export interface BodyFault extends FaultTarget {
  kind: 'body';
  /** In a text, `{{answer}}` stands for the real answer. */
  body: string | Uint8Array;
  /** Default 200. */
  status?: number | undefined;
  contentType?: string | undefined;
  /** Default true. */
  processed?: boolean | undefined;
}
/** The real answer under another content type. */
export interface ContentTypeFault extends FaultTarget {
  kind: 'content-type';
  contentType: string;
}

/** What can be made to go wrong. Where `processed` is not said to be otherwise, it is false. */
export type Fault =
  | RefuseFault
  | CutBeforeFault
  | CutAfterFault
  | CutMidAnswerFault
  | HangFault
  | SlowFault
  | StatusFault
  | HtmlFault
  | ErrcodeFault
  | BodyFault
  | ContentTypeFault;

export type FaultKind = Fault['kind'];

/** A fault that was added. */
export interface FaultHandle {
  readonly id: number;
  readonly fault: Readonly<Fault>;
  /** How many requests it has struck. */
  readonly hits: number;
  remove(): void;
}

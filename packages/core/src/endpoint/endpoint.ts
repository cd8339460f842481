import type { ZodType } from 'zod';
import type { VerdictRule } from '../verdict/verdict.js';

/**
 * What a repetition of a call does to the world; it decides what an unknown outcome may lead to.
 * - `read`: changes nothing and may be repeated at will.
 * - `write`: changes something; repeated after an unknown outcome only if `idempotent`.
 * - `message`: reaches a person. Needs a `requestId` and goes through the SendStore.
 */
export type EndpointKind = 'read' | 'write' | 'message';

/** How the platform drops a second message of the same identity, and for how long it remembers the first. */
export interface PlatformDeduplication<Request> {
  /** Counted from the first attempt. A message is never re-sent after it. */
  windowMs: number;
  /** Where the request itself decides; 0: the platform remembers nothing of it. @default windowMs */
  windowMsOf?(request: Request): number;
  /**
   * The fields that name the message to the platform; they are added to its request, which must not have them itself. Equal
   * ids must give equal fields.
   */
  identity(requestId: string, request: Request): Readonly<Record<string, unknown>>;
}

/** What only message endpoints declare. */
export interface MessageTraits<Request, Response> {
  /** The person that the message goes to, for the limit per recipient; `undefined` where it has none (a group, a tag). */
  recipient(request: Request): string | undefined;
  /** Each person that one request reaches, where there may be several; limits per recipient hold for every one of them. */
  recipients?(request: Request): readonly string[];
  /**
   * The platform's own id of the message, as a decimal string. An answer without the id that it should have is an
   * anomaly, not a success: then this gives `undefined`. Absent where the platform names no id at all.
   */
  messageId?(response: Response): string | undefined;
  /** The same where the platform does not always name an id: an answer without it is a success all the same. */
  occasionalMessageId?(response: Response): string | undefined;
  /** What else of the answer belongs to the receipt, for example the recipients that were dropped. */
  details?(response: Response): Record<string, unknown> | undefined;
  /** Absent: the platform does not de-duplicate, so an unknown outcome stays unknown. */
  deduplication?: PlatformDeduplication<Request>;
}

/** For how long a process may answer a read with what it was answered before. Other processes' changes show after it. */
export interface CacheTraits {
  readonly ttlMs: number;
  /** Names of endpoints whose success, in the same client, ends what is kept at once. */
  readonly endedBy?: readonly string[];
}

/** How the request travels. `json`: POST body. `query`: everything in the query. `multipart`: files and fields as form data. */
export type RequestEncoding = 'json' | 'query' | 'multipart';

/** `binary` endpoints answer with bytes, or with JSON when they fail. */
export type ResponseEncoding = 'json' | 'binary';

export interface EndpointDefinition<Name extends string, Request, Response> {
  /** `group.method`, unique in its platform; the key of limits, metrics and log lines. */
  name: Name;
  method: 'GET' | 'POST';
  /** Path on the platform's host, without query. */
  path: string;
  /** The official page. */
  docs: string;
  kind: EndpointKind;
  /** The request as the caller writes it. What it does not accept never leaves the process. */
  request: ZodType<Request, Request>;
  /** The answer without trust: require only what is used, keep the rest (`z.looseObject`). */
  response: ZodType<Response>;
  /** @default 'query' for GET, 'json' for POST */
  encoding?: RequestEncoding;
  /** Names of request fields that travel in the query although the endpoint has a body. @default [] */
  queryFields?: readonly string[];
  /** @default 'json' */
  answer?: ResponseEncoding;
  /** `none` where the platform takes the call without an access token. @default 'token' */
  auth?: 'token' | 'none';
  /**
   * Names of request fields that the client fills in from its account where the caller leaves them out, for example `agentid`.
   * They travel as the others do, but are no part of what a record keeps: a secret among them is stored nowhere. @default []
   */
  accountFields?: readonly string[];
  /**
   * Names of request fields that hold what the platform takes once, for example the code of a login. While a call carries
   * it, an equal call of the same client gets that one's answer, and one that differs in other fields is refused. Once the
   * platform has answered, the call is not repeated, save with another access token: it looks at that before all else.
   * Only of a `write` that is not `idempotent`. @default []
   */
  oneTimeFields?: readonly string[];
  /**
   * Whether the platform offers to sign and encrypt this call, for accounts that have it switched on (API 签名加密). Only with
   * a JSON body. @default false
   */
  takesSignature?: boolean;
  /** Whether a `write` may be repeated after an unknown outcome. @default false */
  idempotent?: boolean;
  /** Present exactly on `message` endpoints. */
  message?: MessageTraits<Request, Response>;
  /** How much one call takes from the limits of the app. @default 1 */
  weight?: number;
  /** Time for one attempt. @default the client's `timeoutMs` */
  timeoutMs?: number;
  /** Codes that mean something else on this endpoint than on the platform as a whole. */
  verdicts?: readonly VerdictRule[];
  /** Only of a `read`. @default its answers are not kept */
  cache?: CacheTraits;
}

/** A declared endpoint with every default filled in, frozen. */
export interface Endpoint<Name extends string = string, Request = unknown, Response = unknown> {
  readonly name: Name;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly docs: string;
  readonly kind: EndpointKind;
  readonly request: ZodType<Request, Request>;
  readonly response: ZodType<Response>;
  readonly encoding: RequestEncoding;
  readonly queryFields: readonly string[];
  readonly answer: ResponseEncoding;
  readonly auth: 'token' | 'none';
  readonly accountFields: readonly string[];
  readonly oneTimeFields: readonly string[];
  readonly takesSignature: boolean;
  readonly idempotent: boolean;
  readonly message: MessageTraits<Request, Response> | undefined;
  readonly weight: number;
  readonly timeoutMs: number | undefined;
  readonly verdicts: readonly VerdictRule[];
  readonly cache: CacheTraits | undefined;
}

/** An endpoint that reaches a person: `call` wants a `requestId` for it and answers a receipt. */
export interface MessageEndpoint<Name extends string = string, Request = unknown, Response = unknown>
  extends Endpoint<Name, Request, Response> {
  readonly kind: 'message';
  readonly message: MessageTraits<Request, Response>;
}

/** What traits of a message say whose platform names an id: its receipt always has a `msgid` then. */
export type IdentifiedMessageTraits<Request, Response> = MessageTraits<Request, Response> & {
  messageId(response: Response): string | undefined;
};

/** A message endpoint whose answers name the message. */
export interface IdentifiedMessageEndpoint<
  Name extends string = string,
  Request = unknown,
  Response = unknown,
> extends MessageEndpoint<Name, Request, Response> {
  readonly message: IdentifiedMessageTraits<Request, Response>;
}

// The variance of Request makes an endpoint of one type unassignable to Endpoint<string, unknown, unknown>.
// biome-ignore lint/suspicious/noExplicitAny: a list of endpoints of any types needs a type that accepts each
export type AnyEndpoint = Endpoint<string, any, any>;

// biome-ignore lint/suspicious/noExplicitAny: as above
export type AnyMessageEndpoint = MessageEndpoint<string, any, any>;

export type RequestOf<E extends AnyEndpoint> =
  E extends Endpoint<string, infer Request, unknown> ? Request : never;
export type ResponseOf<E extends AnyEndpoint> = NonNullable<E['response']['_zod']['output']>;

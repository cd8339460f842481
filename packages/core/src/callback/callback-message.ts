import type { ZodType } from 'zod';
import type { CallbackContent } from './callback-content.js';

/** Fields that every callback has, in the platform's spelling. */
export interface CallbackHeader {
  readonly ToUserName: string;
  readonly FromUserName: string;
  /** Seconds since 1970. */
  readonly CreateTime: number;
}

/** Fields that no declaration names are kept, as text. */
export type OpenFields = CallbackHeader & { readonly [name: string]: CallbackContent | number | undefined };

/**
 * `message`: a person wrote. `event`: something happened. `command`: what only third-party platforms are told (`InfoType`).
 */
export type CallbackKind = 'message' | 'event' | 'command';

/** One message or event, declared. The declaration is all there is to it. */
export interface CallbackDeclaration<Name extends string = string, Fields = unknown> {
  readonly kind: CallbackKind;
  /** MsgType; Event, or `Event.ChangeType` where the platform tells several apart by it; InfoType. As the platform spells it. */
  readonly name: Name;
  /** From the canonical content to the typed object: lists made lists, counts made numbers; the rest is text. Loose. */
  readonly fields: ZodType<Fields>;
  /** The official page, or where the fields are known from. */
  readonly docs?: string | undefined;
}

/** Everything that a platform may push, by name. */
export interface CallbackCatalog {
  readonly messages: Readonly<Record<string, CallbackDeclaration>>;
  readonly events: Readonly<Record<string, CallbackDeclaration>>;
  readonly commands: Readonly<Record<string, CallbackDeclaration>>;
}

/** What a handler gets beside the typed object. */
export interface CallbackContext {
  readonly kind: CallbackKind;
  /** The declaration's name, or what came where nothing is declared. */
  readonly name: string;
  /** `false`: undeclared, or not as declared; then every leaf of the object is text. */
  readonly isDeclared: boolean;
  /** appId or corpId of the receiver. */
  readonly account: string;
  readonly format: 'xml' | 'json';
  /** 1, or more where an earlier call of the handlers failed or its process died. */
  readonly attempt: number;
  /** Ends when the receiver closes or the right to the event is lost. */
  readonly signal: AbortSignal;
}

import type { DeclaredFields, OpenFields } from '@wetempo/core/callback';
import {
  anyHandlerDecorator,
  type HandlerDecorator,
  type HandlerOptions,
  type NamedHandlerDecorator,
  namedHandlerDecorator,
} from '@wetempo/core/nestjs';
import type { MpCallbackCatalog } from '../callback/index.js';

/** What a handler of this message is given, for the parameter of a method. */
export type WechatMessage<Name extends keyof MpCallbackCatalog['messages']> = DeclaredFields<
  MpCallbackCatalog['messages'][Name]
>;

/** The same for an event. */
export type WechatEvent<Name extends keyof MpCallbackCatalog['events']> = DeclaredFields<
  MpCallbackCatalog['events'][Name]
>;

/**
 * Lets a method of a provider or controller handle messages of one type, as the platform spells it, for example `text`. What it
 * returns is the answer. Guards, pipes and interceptors do not run for it, and its class must have the default scope.
 */
export const OnWechatMessage: NamedHandlerDecorator<MpCallbackCatalog['messages']> = namedHandlerDecorator(
  'WechatMpCallback',
  'message',
);

/** The same for events, for example `subscribe`. */
export const OnWechatEvent: NamedHandlerDecorator<MpCallbackCatalog['events']> = namedHandlerDecorator(
  'WechatMpCallback',
  'event',
);

/** The same for what no other method handles. */
export const OnWechatAny: (options?: HandlerOptions) => HandlerDecorator<OpenFields> =
  anyHandlerDecorator('WechatMpCallback');

import type { DeclaredFields, OpenFields } from '@wetempo/core/callback';
import {
  anyHandlerDecorator,
  type HandlerDecorator,
  type HandlerOptions,
  type NamedHandlerDecorator,
  namedHandlerDecorator,
} from '@wetempo/core/nestjs';
import type { MiniProgramCallbackCatalog } from '../callback/index.js';

/** What a handler of this message is given, for the parameter of a method. */
export type MiniProgramMessage<Name extends keyof MiniProgramCallbackCatalog['messages']> = DeclaredFields<
  MiniProgramCallbackCatalog['messages'][Name]
>;

/** The same for an event. */
export type MiniProgramEvent<Name extends keyof MiniProgramCallbackCatalog['events']> = DeclaredFields<
  MiniProgramCallbackCatalog['events'][Name]
>;

/**
 * Lets a method of a provider or controller handle messages of one type, as the platform spells it, for example `text`. What it
 * returns is the answer. Guards, pipes and interceptors do not run for it, and its class must have the default scope.
 */
export const OnMiniProgramMessage: NamedHandlerDecorator<MiniProgramCallbackCatalog['messages']> =
  namedHandlerDecorator('MiniProgramCallback', 'message');

/** The same for events, for example `user_enter_tempsession`. */
export const OnMiniProgramEvent: NamedHandlerDecorator<MiniProgramCallbackCatalog['events']> =
  namedHandlerDecorator('MiniProgramCallback', 'event');

/** The same for what no other method handles. */
export const OnMiniProgramAny: (options?: HandlerOptions) => HandlerDecorator<OpenFields> =
  anyHandlerDecorator('MiniProgramCallback');

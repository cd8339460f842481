import type { DeclaredFields, OpenFields } from '@wetempo/core/callback';
import {
  anyHandlerDecorator,
  type HandlerDecorator,
  type HandlerOptions,
  type NamedHandlerDecorator,
  namedHandlerDecorator,
} from '@wetempo/core/nestjs';
import type { WecomCallbackCatalog } from '../callback/index.js';

/** What a handler of this message is given, for the parameter of a method. */
export type WecomMessage<Name extends keyof WecomCallbackCatalog['messages']> = DeclaredFields<
  WecomCallbackCatalog['messages'][Name]
>;

/** The same for an event. */
export type WecomEvent<Name extends keyof WecomCallbackCatalog['events']> = DeclaredFields<
  WecomCallbackCatalog['events'][Name]
>;

/** The same for a command. */
export type WecomCommand<Name extends keyof WecomCallbackCatalog['commands']> = DeclaredFields<
  WecomCallbackCatalog['commands'][Name]
>;

/**
 * Lets a method of a provider or controller handle messages of one type, as the platform spells it, for example `text`. What it
 * returns is the answer. Guards, pipes and interceptors do not run for it, and its class must have the default scope.
 */
export const OnWecomMessage: NamedHandlerDecorator<WecomCallbackCatalog['messages']> = namedHandlerDecorator(
  'WecomCallback',
  'message',
);

/** The same for events, for example `change_contact.create_user`. */
export const OnWecomEvent: NamedHandlerDecorator<WecomCallbackCatalog['events']> = namedHandlerDecorator(
  'WecomCallback',
  'event',
);

/** Handles commands of third-party platforms of one type (`InfoType`), for example `suite_ticket`. */
export const OnWecomCommand: NamedHandlerDecorator<WecomCallbackCatalog['commands']> = namedHandlerDecorator(
  'WecomCallback',
  'command',
);

/** The same for what no other method handles. */
export const OnWecomAny: (options?: HandlerOptions) => HandlerDecorator<OpenFields> =
  anyHandlerDecorator('WecomCallback');

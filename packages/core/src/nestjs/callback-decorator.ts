import type { CallbackDeclaration, CallbackKind, OpenFields } from '../callback/callback-message.js';
import type { CallbackHandler, DeclaredFields } from '../callback/receive/callback-handler.js';

/** `Symbol.for`, so that the ESM and the CJS copy of this package in one process mean the same. */
const marksKey = Symbol.for('wetempo.callbacks');

/** What the decorators of handlers accept beside the name of the message or event. */
export interface HandlerOptions {
  /** The account whose callbacks are handled, by the `name` of its module. @default the one without a name */
  readonly name?: string | undefined;
}

/** What a decorator says of its method. */
export interface HandlerMark {
  /** The module that the handler belongs to, by its name for messages: `WechatMpCallback`. */
  readonly platform: string;
  /** `any`: what no other handler takes. */
  readonly kind: CallbackKind | 'any';
  /** MsgType, Event or InfoType; empty for `any`. */
  readonly event: string;
  readonly account: string | undefined;
}

/** A decorator for methods whose first parameter can be `Message`, and whose second the context. */
export type HandlerDecorator<Message> = <Method extends CallbackHandler<Message>>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

type CallbackDeclarations = Readonly<Record<string, CallbackDeclaration>>;
type NoDeclarations = Readonly<Record<never, CallbackDeclaration>>;

/** A decorator by the name of a message or event, which says what the method is given. */
export interface NamedHandlerDecorator<Declarations extends CallbackDeclarations = NoDeclarations> {
  <Name extends keyof Declarations & string>(
    event: Name,
    options?: HandlerOptions,
  ): HandlerDecorator<DeclaredFields<Declarations[Name]>>;
  /** What is not declared comes as text. */
  (event: string, options?: HandlerOptions): HandlerDecorator<OpenFields>;
}

/** The decorator of a platform's messages, events or commands. */
export function namedHandlerDecorator<Declarations extends CallbackDeclarations = NoDeclarations>(
  platform: string,
  kind: CallbackKind,
): NamedHandlerDecorator<Declarations> {
  return (event: string, { name: account }: HandlerOptions = {}) =>
    handlerDecorator({ platform, kind, event, account });
}

/** The decorator of what no other handler of the platform takes. */
export function anyHandlerDecorator(
  platform: string,
): (options?: HandlerOptions) => HandlerDecorator<OpenFields> {
  return ({ name: account } = {}) => handlerDecorator({ platform, kind: 'any', event: '', account });
}

/** Marks a method as a handler. A method may be marked several times. */
function handlerDecorator<Message>(mark: HandlerMark): HandlerDecorator<Message> {
  return (_target, _key, { value }) => {
    if (value === undefined) return;
    Reflect.defineMetadata(marksKey, [mark, ...handlerMarksOf(value)], value);
  };
}

/** What is marked on a method, from top to bottom. */
export function handlerMarksOf(method: object): readonly HandlerMark[] {
  // Nothing but the decorator above writes under this key.
  return (Reflect.getMetadata(marksKey, method) as readonly HandlerMark[] | undefined) ?? [];
}

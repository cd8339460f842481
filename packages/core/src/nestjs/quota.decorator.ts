import { type ExecutionContext, SetMetadata } from '@nestjs/common';

/** `Symbol.for`, so that the ESM and the CJS copy of this package in one process mean the same. */
const quotaKey = Symbol.for('wetempo.quota');

/** What requests of Express and of Fastify have in common. */
export interface QuotaHttpRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly ip?: string | undefined;
  readonly params?: unknown;
  readonly query?: unknown;
  /** Not checked yet: pipes run after guards. */
  readonly body?: unknown;
}

/**
 * What a handler takes from the quota.
 *
 * Functions are given what the handler's caller sent: the HTTP request, a microservice's data, or the client of a gateway. Whatever
 * else they need is in the second argument.
 */
export interface QuotaOptions<Request = QuotaHttpRequest> {
  /** One of `limits.groups`. @default 'default' */
  readonly group?: string | undefined;
  /** Who is served; `undefined`: nobody in particular, and no limit of a tenant holds. */
  readonly tenant?:
    | string
    | ((request: Request, context: ExecutionContext) => string | undefined)
    | undefined;
  /** How much of the limits one call takes; 0 takes nothing. @default 1 */
  readonly cost?: number | ((request: Request, context: ExecutionContext) => number | undefined) | undefined;
}

/**
 * Lets `QuotaGuard` count calls of a handler, or of every handler of a controller. What is given at the handler goes
 * before what is given at its controller, field by field. Handlers without it are not counted.
 */
export function Quota<Request = QuotaHttpRequest>(
  options: QuotaOptions<Request> = {},
): ClassDecorator & MethodDecorator {
  return SetMetadata(quotaKey, options);
}

/** What the decorators say of the handler that is about to run. */
export function quotaOf(context: ExecutionContext): QuotaOptions<unknown> | undefined {
  const ofClass = read(context.getClass());
  const ofHandler = read(context.getHandler());
  if (ofClass === undefined || ofHandler === undefined) return ofHandler ?? ofClass;
  return { ...ofClass, ...ofHandler };
}

/** Not by Nest's `Reflector`: it comes from @nestjs/core, which a library of providers has no need of. */
function read(target: object): QuotaOptions<unknown> | undefined {
  // Nothing but the decorator above writes under this key.
  return Reflect.getMetadata(quotaKey, target) as QuotaOptions<unknown> | undefined;
}

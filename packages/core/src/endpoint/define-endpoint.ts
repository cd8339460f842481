import { ConfigError } from '../errors/errors.js';
import type {
  AnyEndpoint,
  Endpoint,
  EndpointDefinition,
  IdentifiedMessageEndpoint,
  IdentifiedMessageTraits,
  MessageEndpoint,
} from './endpoint.js';

/**
 * Declares an endpoint. The declaration is all there is: no body, no class, nothing to register.
 *
 * @throws {ConfigError} where the parts contradict each other, for example a `message` without a recipient
 */
export function defineEndpoint<const Name extends string, Request, Response>(
  definition: EndpointDefinition<Name, Request, Response> & {
    kind: 'message';
    message: IdentifiedMessageTraits<Request, Response>;
  },
): IdentifiedMessageEndpoint<Name, Request, Response>;
export function defineEndpoint<const Name extends string, Request, Response>(
  definition: EndpointDefinition<Name, Request, Response> & { kind: 'message' },
): MessageEndpoint<Name, Request, Response>;
export function defineEndpoint<const Name extends string, Request, Response>(
  definition: EndpointDefinition<Name, Request, Response>,
): Endpoint<Name, Request, Response>;
export function defineEndpoint<const Name extends string, Request, Response>(
  definition: EndpointDefinition<Name, Request, Response>,
): Endpoint<Name, Request, Response> {
  const endpoint: Endpoint<Name, Request, Response> = {
    name: definition.name,
    method: definition.method,
    path: definition.path,
    docs: definition.docs,
    kind: definition.kind,
    request: definition.request,
    response: definition.response,
    encoding: definition.encoding ?? (definition.method === 'GET' ? 'query' : 'json'),
    queryFields: definition.queryFields ?? [],
    answer: definition.answer ?? 'json',
    auth: definition.auth ?? 'token',
    accountFields: definition.accountFields ?? [],
    oneTimeFields: definition.oneTimeFields ?? [],
    takesSignature: definition.takesSignature ?? false,
    idempotent: definition.kind === 'read' || (definition.idempotent ?? false),
    message: definition.message,
    weight: definition.weight ?? 1,
    timeoutMs: definition.timeoutMs,
    verdicts: definition.verdicts ?? [],
    cache: definition.cache,
  };
  checkDeclaration(endpoint);
  return Object.freeze(endpoint);
}

function checkDeclaration(endpoint: AnyEndpoint): void {
  const problem = declarationProblem(endpoint);
  if (problem !== undefined) throw new ConfigError(`endpoint "${endpoint.name}": ${problem}`);
}

function declarationProblem(endpoint: AnyEndpoint): string | undefined {
  if (!/^[a-z][\w]*(\.[a-z][\w]*)+$/i.test(endpoint.name)) return 'the name must read "group.method"';
  if (!/^\/[^?#\s]+$/.test(endpoint.path))
    return `the path must start with "/" and have no query, got "${endpoint.path}"`;
  if ((endpoint.kind === 'message') !== (endpoint.message !== undefined)) {
    return 'exactly the endpoints of kind "message" declare `message`';
  }
  if (endpoint.method === 'GET' && endpoint.encoding !== 'query') return 'a GET request has no body';
  if (endpoint.oneTimeFields.length > 0 && (endpoint.kind !== 'write' || endpoint.idempotent)) {
    return 'only a write that is not idempotent has `oneTimeFields`';
  }
  if (endpoint.cache !== undefined && endpoint.kind !== 'read') return 'only answers of a read can be kept';
  if (endpoint.cache !== undefined && !(endpoint.cache.ttlMs > 0)) {
    return `cache.ttlMs must be positive, got ${endpoint.cache.ttlMs}`;
  }
  if (!(endpoint.weight > 0)) return `weight must be positive, got ${endpoint.weight}`;
  return undefined;
}

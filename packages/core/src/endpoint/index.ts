export { defineEndpoint } from './define-endpoint.js';
export type {
  AnyEndpoint,
  AnyMessageEndpoint,
  CacheTraits,
  Endpoint,
  EndpointDefinition,
  EndpointKind,
  IdentifiedMessageEndpoint,
  MessageEndpoint,
  MessageTraits,
  PlatformDeduplication,
  RequestEncoding,
  RequestOf,
  ResponseEncoding,
  ResponseOf,
} from './endpoint.js';

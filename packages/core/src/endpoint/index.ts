export { defineEndpoint } from './define-endpoint.js';
export type {
  AnyEndpoint,
  Endpoint,
  EndpointDefinition,
  EndpointKind,
  MessageTraits,
  PlatformDeduplication,
  RequestEncoding,
  RequestOf,
  ResponseEncoding,
  ResponseOf,
} from './endpoint.js';

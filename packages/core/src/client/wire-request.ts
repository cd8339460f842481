import type { z } from 'zod';
import type { AnyEndpoint } from '../endpoint/endpoint.js';
import { quickSchema } from '../endpoint/quick-schema.js';
import { ValidationError, type ValidationIssue } from '../errors/errors.js';
import { inFieldOrder } from '../send/field-order.js';
import { orderedText } from '../send/ordered-text.js';
import { encodeMultipart, type FormValue } from '../transport/multipart.js';
import { stringifyBody, UnwritableBodyError } from '../transport/stringify-body.js';
import type { RequestBody, UploadFile } from '../transport/transport.js';
import type { Account } from './platform.js';

/** A request that keeps the endpoint's rules, ready for the wire. */
export interface WireRequest {
  readonly query: Readonly<Record<string, string>>;
  readonly body: RequestBody;
}

/**
 * Checks a request against its endpoint's schema.
 *
 * @throws {ValidationError} with the path of each field; nothing has been spent then
 */
export function checkRequest(endpoint: AnyEndpoint, request: unknown): Record<string, unknown> {
  const parsed = quickSchema(endpoint.request).safeParse(request);
  if (parsed.success) return asFields(parsed.data);
  throw invalid(endpoint, parsed.error.issues.flatMap(fieldIssues));
}

/** Bytes in the place of an object have a field for each byte. */
const mostUnknownFields = 10;

function fieldIssues(issue: z.core.$ZodIssue): ValidationIssue[] {
  const at = (...more: string[]) => [...issue.path, ...more].map(String).join('.') || '(request)';
  if (issue.code === 'unrecognized_keys')
    return issue.keys
      .slice(0, mostUnknownFields)
      .map((key) => ({ path: at(key), message: 'is no field of this request' }));
  return [{ path: at(), message: issue.message }];
}

/**
 * Checks a message. Of its fields nothing is the caller's any more that is looked at later.
 *
 * @throws {ValidationError} as `checkRequest` does
 */
export function messageFields(endpoint: AnyEndpoint, request: unknown): Record<string, unknown> {
  const fields = checkRequest(endpoint, request);
  return isSentAsStored(endpoint, fields) ? fields : inFieldOrder(fields);
}

/** Its text goes out, and not its fields. */
function isSentAsStored({ encoding, queryFields }: AnyEndpoint, fields: object): boolean {
  return encoding === 'json' && !queryFields.some((name) => name in fields);
}

/** Writes a request as its endpoint wants it. */
export function writeRequest(endpoint: AnyEndpoint, fields: Record<string, unknown>): WireRequest {
  switch (endpoint.encoding) {
    case 'query':
      return { query: toQuery(endpoint, fields), body: { type: 'none' } };
    case 'json': {
      if (endpoint.queryFields.length === 0) return { query: noQuery, body: toJson(endpoint, fields) };
      const [query, rest] = split(endpoint, fields);
      return { query: toQuery(endpoint, query), body: toJson(endpoint, rest) };
    }
    case 'multipart': {
      const [query, rest] = split(endpoint, fields);
      return { query: toQuery(endpoint, query), body: toMultipart(endpoint, rest) };
    }
  }
}

/** A message with the fields that are added to it. Its payload is sent as it is stored, to the letter. */
export function writeMessage(
  endpoint: AnyEndpoint,
  fields: Record<string, unknown>,
  payload: string,
  added: Readonly<Record<string, unknown>>,
): WireRequest {
  if (!isSentAsStored(endpoint, fields)) return writeRequest(endpoint, { ...fields, ...added });
  if (endpoint.queryFields.length === 0) return { query: noQuery, body: jsonOf(endpoint, added, payload) };
  const [query, rest] = split(endpoint, added);
  return { query: toQuery(endpoint, query), body: jsonOf(endpoint, rest, payload) };
}

/** What the account gives to a request that leaves it out. */
export function accountFieldsFor(
  { accountFields }: AnyEndpoint,
  { fields: known = {} }: Pick<Account, 'fields'>,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (accountFields.length === 0) return {};
  const left = accountFields.filter((name) => fields[name] === undefined && known[name] !== undefined);
  return Object.fromEntries(left.map((name) => [name, known[name]]));
}

function jsonOf(
  endpoint: AnyEndpoint,
  added: Readonly<Record<string, unknown>>,
  payload: string,
): RequestBody {
  return { type: 'json', text: joinObjects(toText(endpoint, added), payload) };
}

/** One JSON object of the fields of two. */
function joinObjects(one: string, other: string): string {
  if (one === '{}') return other;
  return other === '{}' ? one : `${one.slice(0, -1)},${other.slice(1)}`;
}

/** The request as text, its fields in order: what a record keeps, and what its fingerprint is made of. */
export function writePayload(endpoint: AnyEndpoint, fields: Record<string, unknown>): string {
  return toText(endpoint, fields, orderedText);
}

const noQuery: Readonly<Record<string, string>> = Object.freeze({});

/** `undefined` stands for no request at all, as in `call(endpoint)`. */
export function asFields(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
}

function split(endpoint: AnyEndpoint, fields: Readonly<Record<string, unknown>>) {
  const query: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    (endpoint.queryFields.includes(name) ? query : rest)[name] = value;
  }
  return [query, rest] as const;
}

function toJson(endpoint: AnyEndpoint, fields: Record<string, unknown>): RequestBody {
  return { type: 'json', text: toText(endpoint, fields) };
}

function toText(
  endpoint: AnyEndpoint,
  fields: Readonly<Record<string, unknown>>,
  write: (fields: Readonly<Record<string, unknown>>) => string = stringifyBody,
): string {
  try {
    return write(fields);
  } catch (error) {
    if (!(error instanceof UnwritableBodyError)) throw error;
    throw invalid(endpoint, [error.issue]);
  }
}

function toQuery(endpoint: AnyEndpoint, fields: Record<string, unknown>): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    query[name] = scalar(endpoint, name, value);
  }
  return query;
}

function toMultipart(endpoint: AnyEndpoint, fields: Record<string, unknown>): RequestBody {
  const parts: Record<string, FormValue> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (isUploadFile(value)) parts[name] = value;
    else
      parts[name] =
        typeof value === 'object' ? toText(endpoint, asFields(value)) : scalar(endpoint, name, value);
  }
  return encodeMultipart(parts);
}

function scalar(endpoint: AnyEndpoint, path: string, value: unknown): string {
  if (
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'bigint' ||
    typeof value === 'boolean'
  ) {
    return String(value);
  }
  throw invalid(endpoint, [{ path, message: 'a query parameter must be a string, a number or a boolean' }]);
}

function isUploadFile(value: unknown): value is UploadFile {
  return (
    typeof value === 'object' && value !== null && 'content' in value && value.content instanceof Uint8Array
  );
}

export function invalid(endpoint: AnyEndpoint, issues: readonly ValidationIssue[]): ValidationError {
  const list = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  return new ValidationError(`${endpoint.name}: ${list}`, {
    endpoint: endpoint.name,
    issues,
    hint: `Nothing was sent. See ${endpoint.docs}`,
  });
}

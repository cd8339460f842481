import { z } from 'zod';
import { defineEndpoint } from '../endpoint/define-endpoint.js';
import type { AnyEndpoint } from '../endpoint/endpoint.js';
import { ValidationError } from '../errors/errors.js';

/** A request to a path that nobody declared. */
export interface RawRequest {
  readonly method: 'GET' | 'POST';
  /** Begins with `/`, without query and without access token. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: Readonly<Record<string, unknown>> | undefined;
  /** `binary` answers `{ bytes, contentType, filename }`. @default 'json' */
  readonly answer?: 'json' | 'binary' | undefined;
}

/**
 * The endpoint of an undeclared path. A declared twin lends its name, its special verdicts and what it carries only
 * once, so that both keep one pace.
 *
 * @throws {ValidationError} where method, path and body do not go together
 */
export function rawEndpoint(raw: RawRequest, declared: readonly AnyEndpoint[]): AnyEndpoint {
  checkRaw(raw);
  const twin = declared.find(({ method, path }) => method === raw.method && path === raw.path);
  return defineEndpoint({
    name: twin?.name ?? rawName(raw.path),
    method: raw.method,
    path: raw.path,
    docs: twin?.docs ?? 'https://developers.weixin.qq.com/doc/',
    // Some deletions are GET requests.
    kind: raw.method === 'GET' && twin?.kind !== 'write' ? 'read' : 'write',
    request: z.looseObject({}),
    response: z.unknown(),
    answer: raw.answer ?? 'json',
    verdicts: twin?.verdicts ?? [],
    oneTimeFields: twin?.oneTimeFields ?? [],
  });
}

/** `/cgi-bin/foo/bar` as `raw.path_cgi_bin_foo_bar`: each path has limits and metrics of its own. */
function rawName(path: string): string {
  return `raw.path${path.replace(/\W+/g, '_')}`;
}

function checkRaw(raw: RawRequest): void {
  const { method, path, body } = Object(raw) as Partial<RawRequest>;
  const issues = [];
  if (method !== 'GET' && method !== 'POST') issues.push({ path: 'method', message: 'must be GET or POST' });
  // Two slashes would begin a host's name; what is not ASCII must come percent-encoded.
  if (typeof path !== 'string' || !/^\/(?!\/)[!"$->@-~]+$/.test(path)) {
    issues.push({
      path: 'path',
      message: 'must begin with one "/", hold ASCII only and have no query; parameters belong into `query`',
    });
  }
  if (method === 'GET' && body !== undefined)
    issues.push({ path: 'body', message: 'a GET request has no body' });
  else if (body !== undefined && !isPlainObject(body))
    issues.push({ path: 'body', message: 'must be an object, which is sent as JSON' });
  if (issues.length === 0) return;
  const list = issues.map((issue) => `${issue.path}: ${issue.message}`).join('; ');
  throw new ValidationError(`request: ${list}`, { issues, hint: 'Nothing was sent.' });
}

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

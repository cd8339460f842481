import type { Platform } from '../platform.js';
import type { IncomingRequest } from '../server/incoming-request.js';
import type { RequestLogEntry } from './request-log.js';

/** What the log says of a request before it is answered. */
export function logEntryOf(request: IncomingRequest, platform: Platform): RequestLogEntry {
  const query: Record<string, string> = {};
  let token: string | undefined;
  for (const [name, value] of request.query) {
    if (name === 'access_token') token = value;
    else query[name] = value;
  }
  const agentId = token === undefined ? undefined : platform.tokenIndex.find(token)?.agentId;
  return {
    number: request.number,
    at: platform.clock.now(),
    method: request.method,
    path: request.path,
    query,
    token,
    body: bodyOf(request),
    headers: request.headers,
    appId: appIdOf(request, token, platform),
    ...(agentId === undefined ? {} : { agentId }),
  };
}

function bodyOf({ body }: IncomingRequest): unknown {
  if (body.form === 'json') return body.value;
  return body.form === 'unreadable' ? body.text : undefined;
}

function appIdOf(
  request: IncomingRequest,
  token: string | undefined,
  platform: Platform,
): string | undefined {
  if (token !== undefined) return platform.tokenIndex.find(token)?.appId;
  const named = request.body.form === 'json' ? request.body.value.appid : request.query.get('appid');
  if (typeof named === 'string') return platform.findAccount(named)?.appId;
  return platform.findCorp(request.query.get('corpid') ?? '')?.corpId;
}

/** The user whom a request is about, where its body names one. */
export function openidOf({ body }: IncomingRequest): string | undefined {
  if (body.form !== 'json') return undefined;
  const named = body.value.touser ?? body.value.openid;
  return typeof named === 'string' ? named : undefined;
}

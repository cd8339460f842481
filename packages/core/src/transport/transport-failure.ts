import type { TransportFailure } from '../verdict/verdict.js';

type Progress = TransportFailure['progress'];
type Reason = TransportFailure['reason'];

const reasonOfCode: ReadonlyMap<string, Reason> = new Map([
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ETIMEDOUT', 'timeout'],
  ['ESOCKETTIMEDOUT', 'timeout'],
  // axios' own word for its time-out, not a reset
  ['ECONNABORTED', 'timeout'],
  ['ERR_CANCELED', 'aborted'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'too-large'],
  ['ERR_BUFFER_TOO_LARGE', 'too-large'],
  ['ERR_FR_MAX_BODY_LENGTH_EXCEEDED', 'too-large'],
  ['UND_ERR_INVALID_ARG', 'local'],
  ['UND_ERR_CLOSED', 'local'],
  ['UND_ERR_DESTROYED', 'local'],
  ['ERR_INVALID_URL', 'local'],
  ['ERR_INVALID_CHAR', 'local'],
  ['ERR_UNESCAPED_CHARACTERS', 'local'],
  ['ERR_BAD_OPTION', 'local'],
  ['ERR_BAD_OPTION_VALUE', 'local'],
]);

/** Codes that OpenSSL's verification gives without a common prefix. */
const certificateCode =
  /^(?:ERR_(?:TLS|SSL)_|CERT_|UNABLE_TO_|EPROTO$|UND_ERR_PRX_TLS$)|SELF_SIGNED|HOSTNAME_MISMATCH/;
const dnsCode = /^(?:ENOTFOUND|EAI_\w+|ENODATA)$/;
const connectCode =
  /^(?:ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/;
/** Our own refusal of a status that a forward proxy gave instead of a connection. */
const proxyStatus = /Proxy response \((\d{3})\)|Proxy Authentication Required \((407)\)/;

/** Failures that undici reports. It tells us when it begins to write, so `progress` is known and not guessed. */
export function classifyFailure(error: unknown, progress: Progress): TransportFailure {
  const refusedBy = proxyStatus.exec(messageOf(error));
  if (refusedBy)
    return { progress: 'unsent', reason: 'connect', code: `PROXY_${refusedBy[1] ?? refusedBy[2]}` };
  const code = codeOf(error);
  return { progress, reason: reasonOf(code, progress), code };
}

/**
 * Failures of an adapter that does not say how far it came. Only what cannot happen on a working connection counts as
 * unsent; a reset counts as sent, for the platform may have read the request before it.
 */
export function classifyForeignFailure(error: unknown): TransportFailure {
  return classifyFailure(error, foreignProgress(error));
}

function foreignProgress(error: unknown): Progress {
  const syscall = syscallOf(error);
  if (syscall === 'connect' || syscall === 'getaddrinfo') return 'unsent';
  if (syscall === 'read' || syscall === 'write') return 'sent';
  const code = codeOf(error);
  if (connectCode.test(code) || dnsCode.test(code) || certificateCode.test(code)) return 'unsent';
  const reason = reasonOfCode.get(code);
  return reason === 'local' || code === 'ERR_FR_MAX_BODY_LENGTH_EXCEEDED' ? 'unsent' : 'sent';
}

function reasonOf(code: string, progress: Progress): Reason {
  const listed = reasonOfCode.get(code);
  if (listed === 'local' && progress === 'sent') return 'reset';
  if (listed !== undefined) return listed;
  if (progress === 'sent') return 'reset';
  if (dnsCode.test(code)) return 'dns';
  return certificateCode.test(code) ? 'tls' : 'connect';
}

/** A code, never a message: messages of HTTP libraries can hold the URL and with it the token. */
function codeOf(error: unknown): string {
  const code = property(error, 'code') ?? property(property(error, 'cause'), 'code');
  return typeof code === 'string' ? code : 'UNKNOWN';
}

function syscallOf(error: unknown): unknown {
  return property(error, 'syscall') ?? property(property(error, 'cause'), 'syscall');
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

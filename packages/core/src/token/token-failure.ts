import { isWechatError, TokenError } from '../errors/errors.js';

/** Whatever ended a fetch, as the error that callers get; what the cause knew of the platform's answer is kept. */
export function asTokenError(error: unknown, key: string): TokenError {
  if (isWechatError(error) && error.code === 'TOKEN_ERROR') return error;
  const answer = isWechatError(error) && 'errcode' in error ? error : undefined;
  return new TokenError(`no new credential for ${key}: ${textOf(error)}`, {
    cause: error,
    hint: isWechatError(error) ? error.hint : undefined,
    errcode: answer?.errcode,
    errmsg: answer?.errmsg,
    meaning: answer?.meaning,
    retryAfterMs: isWechatError(error) && error.code === 'RATE_LIMITED' ? error.retryAfterMs : undefined,
  });
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : 'the source failed';
}

/** A refusal as other processes read it: nothing in it is secret, since nothing in a `TokenError` is. */
export function encodeRefusal({ message, errcode, errmsg, meaning, hint }: TokenError): string {
  return JSON.stringify({ message, errcode, errmsg, meaning, hint });
}

/** The error behind a refusal that another process wrote. An unreadable text still counts as a refusal. */
export function decodeRefusal(text: string, key: string): TokenError {
  const fields = parseObject(text);
  const { message, errcode, errmsg, meaning, hint } = fields;
  return new TokenError(stringOr(message) ?? `the platform refuses the credential ${key}`, {
    errcode: typeof errcode === 'number' ? errcode : undefined,
    errmsg: stringOr(errmsg),
    hint: stringOr(hint),
    meaning: isMeaning(meaning) ? meaning : undefined,
  });
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function stringOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isMeaning(value: unknown): value is { zh: string; en: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'zh') === 'string' &&
    typeof Reflect.get(value, 'en') === 'string'
  );
}

/** Names of fields whose values are secrets or personal keys, as the platforms spell them. */
const secretNames = [
  'access_token',
  'cloudbase_access_token',
  'component_access_token',
  'suite_access_token',
  'provider_access_token',
  'refresh_token',
  'secret',
  'appsecret',
  'appSecret',
  'corpsecret',
  'corpSecret',
  'ticket',
  'user_ticket',
  'encodingAESKey',
  'EncodingAESKey',
  'encoding_aes_key',
  'session_key',
  'js_code',
  'code',
  'key',
] as const;

const names = secretNames.join('|');
const mask = '***';

/** `"access_token":"…"` in JSON, also where the JSON sits escaped inside another string. */
const inJson = new RegExp(`(\\\\?["'](?:${names})\\\\?["']\\s*:\\s*\\\\?["'])([^"'\\\\]+)`, 'g');
/** `access_token=…` in a URL, a form body or a text. `code` and `key` only behind `?` or `&`: both are common words. */
const inQuery = new RegExp(`((?:^|[?&\\s"'(,;])(?:${names})=)([^&\\s"'<>)]+)`, 'g');
/** How our own sentences about a field with such a name begin: `appSecret: must not be empty`. */
const ownWords = '(?!(?:must|Invalid|Too|Unrecognized) )';
/** `access_token: …` as inspect and YAML print it; `code: 'ECONNRESET'` is no secret, so the common words are left out. */
const wordy = new RegExp(`((?:${names.replace('|code|key', '')}):\\s*["']?)${ownWords}([^\\s"',}]+)`, 'g');

/** What is shorter would be found in the midst of words. */
const shortestSecret = 4;

/** The values of fields with secret names in a JSON text, for `redactValues`. */
export function secretsInJson(text: string): string[] {
  return Array.from(text.matchAll(inJson), ([, , value = '']) => value);
}

export function isSecretName(name: string): boolean {
  return (secretNames as readonly string[]).includes(name);
}

/** Takes values that are known to be secret out of a text, whatever stands around them, also where they are encoded. */
export function redactValues(text: string, secrets: readonly string[]): string {
  let redacted = text;
  for (const secret of secrets) {
    if (secret.length < shortestSecret) continue;
    redacted = redacted.replaceAll(secret, mask).replaceAll(encodeURIComponent(secret), mask);
  }
  return redacted;
}

/** Takes the values of fields with secret names out of a text of any shape. */
export function redactText(text: string): string {
  if (!text.includes('=') && !text.includes(':')) return text;
  return text.replace(inJson, `$1${mask}`).replace(inQuery, `$1${mask}`).replace(wordy, `$1${mask}`);
}

import { refusal } from './refusal.js';

/** Far longer than anything genuine; Node's own limit is 16 KB for all headers. */
const longestUrl = 8192;
/** The longest genuine ones have some 20 characters. See `CallbackQuery.nonce`. */
const longestNonce = 60;
const names = ['signature', 'msg_signature', 'timestamp', 'nonce', 'echostr', 'encrypt_type'] as const;

type Name = (typeof names)[number];

/** The query of a callback address: what is signed, and each value once. */
export class CallbackQuery {
  readonly #values: ReadonlyMap<Name, string>;

  /** @throws {CallbackError} `request` where a value comes twice or cannot be decoded */
  constructor(url: string) {
    if (url.length > longestUrl) throw refusal('request', 'The address is longer than any of the platform.');
    this.#values = valuesOf(url);
  }

  find(name: Name): string | undefined {
    return this.#values.get(name);
  }

  /** @throws {CallbackError} `request` where it is missing or empty */
  require(name: Name): string {
    const value = this.#values.get(name);
    if (value === undefined || value === '') throw refusal('request', `The query has no ${name}.`);
    return value;
  }

  /** Seconds since 1970, without leading zeros: one moment has one spelling. */
  get timestamp(): string {
    const timestamp = this.require('timestamp');
    if (!/^(?:0|[1-9]\d{0,11})$/.test(timestamp)) throw refusal('request', 'The timestamp is no number.');
    return timestamp;
  }

  /**
   * Bounded, because signed values are joined with nothing between: a longer one could take whole blocks of the ciphertext
   * over (48 bytes are 64 characters), and the signature would still hold.
   */
  get nonce(): string {
    const nonce = this.require('nonce');
    if (nonce.length > longestNonce)
      throw refusal('request', 'The nonce is longer than any of the platform.');
    return nonce;
  }
}

function valuesOf(url: string): ReadonlyMap<Name, string> {
  const values = new Map<Name, string>();
  const start = url.indexOf('?');
  const query = start === -1 ? '' : (url.slice(start + 1).split('#', 1)[0] ?? '');
  for (const pair of query.split('&')) {
    const [written = '', ...rest] = pair.split('=');
    const name = names.find((known) => known === decoded(written));
    if (name === undefined) continue;
    if (values.has(name)) throw refusal('request', `The query has ${name} twice.`);
    values.set(name, decoded(rest.join('=')));
  }
  return values;
}

/** A `+` stays: the platform escapes what it means, and base64 has a `+` of its own. */
function decoded(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    throw refusal('request', 'The query cannot be decoded.');
  }
}

import { TokenError } from '../errors/errors.js';

/** What one request to the platform brought. */
export interface FetchedCredential {
  readonly value: string;
  /** From the answer's `expires_in`, counted from the start of the request. */
  readonly lifetimeMs: number;
}

export interface FetchRequest {
  /** Ask for a new one even though the platform thinks the old one good. Only where `supportsForce`. */
  readonly force: boolean;
  /** Ends the request when it takes too long or the client closes. One caller's abort does not end it. */
  readonly signal: AbortSignal;
}

/**
 * Whom a refusal of the credential concerns. `credential`: everybody who uses it (a wrong secret).
 * `host`: this process only (an IP that is not allowed; another host may be luckier).
 */
export type RefusalScope = 'credential' | 'host';

/** Where an access token or a ticket comes from. */
export interface CredentialSource {
  /** From `credentialKey`. */
  readonly key: string;
  /** Where refusals are remembered; with a hash of the secret, so that a wrong secret blocks no right one. @default `key` */
  readonly refusalKey?: string | undefined;
  /** `classic`: a new fetch ends the token before, unless `endsPrevious` denies it. `stable`: only a forced one does. */
  readonly mode: 'stable' | 'classic' | 'external' | 'ticket';
  /** Whether `force` means anything to it: true for stable mode. */
  readonly supportsForce: boolean;
  /**
   * Whether each fetch ends the token before: then a token that is refused early tells of somebody else who fetches.
   * @default true for classic mode
   */
  readonly endsPrevious?: boolean | undefined;
  /** One request, with its own time-outs and retries. Rejects with an error of this package. */
  fetch(request: FetchRequest): Promise<FetchedCredential>;
  /** Whether the platform refused the credential itself, which no retry mends. */
  refusalScope(error: unknown): RefusalScope | undefined;
}

/** A token as a user's own function gives it. A bare string is asked for again after a minute. */
export type ExternalToken = string | { readonly value: string; readonly expiresInSec: number };

const bareStringLifetimeMs = 60_000;

/**
 * A source that asks the user's own function, for teams with a token service of their own.
 * Use it with a `MemoryTokenStore`: that service is the one truth, and a second shared copy would only be staler.
 */
export function externalSource(
  key: string,
  getToken: () => ExternalToken | Promise<ExternalToken>,
): CredentialSource {
  return {
    key,
    mode: 'external',
    supportsForce: false,
    fetch: async () => fromExternal(await getToken()),
    refusalScope: () => undefined,
  };
}

function fromExternal(token: unknown): FetchedCredential {
  if (typeof token === 'string' && token !== '') return { value: token, lifetimeMs: bareStringLifetimeMs };
  if (typeof token === 'object' && token !== null) {
    const value: unknown = Reflect.get(token, 'value');
    const expiresInSec: unknown = Reflect.get(token, 'expiresInSec');
    if (typeof value === 'string' && value !== '' && typeof expiresInSec === 'number' && expiresInSec > 0) {
      return { value, lifetimeMs: expiresInSec * 1000 };
    }
  }
  throw new TokenError('the external token function gave no usable token', {
    hint: 'Answer a non-empty string, or { value, expiresInSec } with a positive number of seconds.',
  });
}

import { createHash } from 'node:crypto';

export interface CredentialParts {
  /** appid or corpid. */
  readonly id: string;
  /** WeCom: the agent, since each has a secret and hence a token of its own. */
  readonly agentId?: string | number | undefined;
  /** Where one id may have several secrets: only a short hash of it goes into the key. */
  readonly secret?: string | undefined;
  /** For what is fetched with the token, for example `ticket.jsapi`. */
  readonly kind?: string | undefined;
}

/**
 * Names a credential: `wx0000000000000001`, `ww0000000000000001.1000001.5e884898da28`, `wx….ticket.jsapi`.
 * What the platform issues one token for has one key, whichever module or feature asks.
 */
export function credentialKey({ id, agentId, secret, kind }: CredentialParts): string {
  const hash = secret === undefined ? undefined : secretHash(id, secret);
  return [id, agentId, hash, kind].filter((part) => part !== undefined).join('.');
}

/** Tells two secrets of one account apart without giving either away: a secret has 128 random bits or more. */
function secretHash(id: string, secret: string): string {
  return createHash('sha256').update(`${id}\0${secret}`).digest('hex').slice(0, 12);
}

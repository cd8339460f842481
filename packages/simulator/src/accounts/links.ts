import { randomBytes } from 'node:crypto';

const DAY_MS = 86_400_000;
const LONGEST_MS = 30 * DAY_MS;

export interface Link {
  readonly path: string;
  readonly query: string;
  readonly envVersion: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

export interface LinkTerms {
  readonly expireType: unknown;
  readonly expireTime: unknown;
  readonly expireInterval: unknown;
}

/** The URL links and schemes of one Mini Program. They live for 30 days at the most. */
export class Links {
  readonly #links = new Map<string, Link>();

  /** @returns the link; undefined where it would live too long or has ended already */
  add(prefix: string, link: Omit<Link, 'expiresAt'>, terms: LinkTerms): string | undefined {
    const expiresAt = endOf(terms, link.createdAt);
    if (expiresAt <= link.createdAt || expiresAt - link.createdAt > LONGEST_MS) return undefined;
    const url = `${prefix}${randomBytes(9).toString('base64url')}`;
    this.#links.set(url, { ...link, expiresAt });
    return url;
  }

  find(url: string): Link | undefined {
    return this.#links.get(url);
  }
}

function endOf({ expireType, expireTime, expireInterval }: LinkTerms, nowMs: number): number {
  if (expireType === 1) return nowMs + Number(expireInterval ?? 30) * DAY_MS;
  return expireTime === undefined ? nowMs + LONGEST_MS : Number(expireTime) * 1_000;
}

import type { AccountOptions } from '../options/options.js';

/**
 * Real openids are 28 characters and begin with `o`. Made-up ones in tests are often some characters off, so the rule
 * is wider: 20 to 32.
 */
const OPENID = /^o[\w-]{19,31}$/;

export function isOpenid(value: unknown): value is string {
  return typeof value === 'string' && OPENID.test(value);
}

/** Who follows the account. */
export class Followers {
  readonly #listed: Set<string> | undefined;
  readonly #decide: (openid: string) => boolean;
  readonly #remarks = new Map<string, string>();
  readonly blacklist = new Set<string>();

  constructor(option: AccountOptions['followers']) {
    const listed = Array.isArray(option) ? new Set<string>(option) : undefined;
    this.#listed = listed;
    if (typeof option === 'function') this.#decide = option;
    else this.#decide = (openid) => listed === undefined || listed.has(openid);
  }

  has(openid: string): boolean {
    return this.#decide(openid);
  }

  /** The followers in the order in which the platform lists them. Empty where they were not given as a list. */
  list(): string[] {
    return [...(this.#listed ?? [])];
  }

  add(openid: string): void {
    this.#listed?.add(openid);
  }

  remove(openid: string): void {
    this.#listed?.delete(openid);
  }

  remarkOf(openid: string): string {
    return this.#remarks.get(openid) ?? '';
  }

  setRemark(openid: string, remark: string): void {
    this.#remarks.set(openid, remark);
  }
}

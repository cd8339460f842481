import { z } from 'zod';

const percentage = /^\d+(\.\d+)?%$/;

/** A number up to 1, or a percentage; answers the number. */
export const rolloutSchema = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(percentage)
        .transform((text) => Number.parseFloat(text) / 100),
    ],
    {
      error: 'must be a number from 0 to 1, or a percentage such as "5%"',
    },
  )
  .refine((share) => share >= 0 && share <= 1, 'must be from 0 to 1, or from "0%" to "100%"');

/** What of a call decides whether limits hold for it. */
export interface RolledOutCall {
  readonly requestId?: string | undefined;
  readonly callId?: string | undefined;
}

/**
 * Picks the share of calls that limits hold for.
 *
 * The pick goes by the message's own id, so a repetition of a message is decided alike, in every process. Whoever is
 * picked at 5 % is also picked at 10 %.
 */
export class Rollout {
  readonly #share: number;

  constructor({
    shadow = false,
    rollout = 1,
  }: { shadow?: boolean | undefined; rollout?: number | undefined }) {
    this.#share = shadow ? 0 : rollout;
  }

  /** A call without any id is picked: who cannot be told apart is held to the limits. */
  picks({ requestId, callId }: RolledOutCall): boolean {
    if (this.#share === 1) return true;
    if (this.#share === 0) return false;
    const id = requestId ?? callId;
    return id === undefined || placeOf(id) < this.#share;
  }
}

/** A place from 0 to below 1 that looks random and is always the same: FNV-1a, then the mixing step of MurmurHash3. */
function placeOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < id.length; index += 1) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}

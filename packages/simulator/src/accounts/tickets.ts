import { randomBytes } from 'node:crypto';

const LIVES_MS = 7_200_000;
const OVERLAP_MS = 300_000;

export interface Ticket {
  readonly value: string;
  readonly endsAt: number;
}

/** Tickets by type (`jsapi`, `wx_card`): the same one until its last five minutes. */
export class Tickets {
  readonly #tickets = new Map<string, Ticket>();

  get(type: string, nowMs: number): Ticket {
    const known = this.#tickets.get(type);
    if (known !== undefined && known.endsAt - nowMs > OVERLAP_MS) return known;
    const ticket = {
      value: `HoagFKDcsGMVCIY2vOjf9${randomBytes(33).toString('base64url')}`,
      endsAt: nowMs + LIVES_MS,
    };
    this.#tickets.set(type, ticket);
    return ticket;
  }
}

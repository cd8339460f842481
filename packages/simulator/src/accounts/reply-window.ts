/** What a user can do that opens a window for customer-service messages. */
export type UserAct = 'message' | 'menu' | 'follow' | 'scan' | 'pay' | 'session';

const MINUTE_MS = 60_000;
const TWO_DAYS_MS = 48 * 60 * MINUTE_MS;
const TYPING_MS = 30_000;

/** How many messages an act allows, and for how long. https://developers.weixin.qq.com/doc/offiaccount/Message_Management/Service_Center_messages.html */
const ALLOWANCES: Readonly<Record<UserAct, { readonly count: number; readonly lastsMs: number }>> = {
  message: { count: 5, lastsMs: TWO_DAYS_MS },
  menu: { count: 3, lastsMs: MINUTE_MS },
  follow: { count: 3, lastsMs: MINUTE_MS },
  scan: { count: 3, lastsMs: MINUTE_MS },
  /** Opening the customer-service session, in Mini Programs. */
  session: { count: 2, lastsMs: MINUTE_MS },
  pay: { count: Number.POSITIVE_INFINITY, lastsMs: TWO_DAYS_MS },
};

export const USER_ACTS = Object.keys(ALLOWANCES) as readonly UserAct[];

interface Allowance {
  left: number;
  readonly endsAt: number;
}

/** To whom customer-service messages may go, and how many more. */
export class ReplyWindow {
  readonly #allowances = new Map<string, Allowance[]>();
  readonly #lastActAt = new Map<string, number>();

  open(openid: string, act: UserAct, nowMs: number): void {
    const { count, lastsMs } = ALLOWANCES[act];
    const running = this.#running(openid, nowMs);
    running.push({ left: count, endsAt: nowMs + lastsMs });
    this.#allowances.set(openid, running);
    this.#lastActAt.set(openid, nowMs);
  }

  /** Uses one message up; the allowance that ends first is used first. */
  take(openid: string, nowMs: number): 45015 | 45047 | undefined {
    const running = this.#running(openid, nowMs).sort((a, b) => a.endsAt - b.endsAt);
    if (running.length === 0) return 45015;
    const usable = running.find((allowance) => allowance.left > 0);
    if (usable === undefined) return 45047;
    usable.left -= 1;
    return undefined;
  }

  /** Whether the user did something within the last 30 seconds, as the typing state needs. */
  isTalking(openid: string, nowMs: number): boolean {
    return nowMs - (this.#lastActAt.get(openid) ?? Number.NEGATIVE_INFINITY) <= TYPING_MS;
  }

  #running(openid: string, nowMs: number): Allowance[] {
    return (this.#allowances.get(openid) ?? []).filter((allowance) => nowMs < allowance.endsAt);
  }
}

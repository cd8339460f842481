import { randomBytes } from 'node:crypto';

const KEPT_MS = 3 * 86_400_000;
const TOKEN_LIVES_MS = 600_000;
const REPLY_WINDOW_MS = 48 * 3_600_000;
const REPLIES = 5;

export interface CustomerText {
  readonly openKfId: string;
  readonly externalUserid: string;
  readonly text: string;
}

/** A message as `kf/sync_msg` tells it. */
export interface ServiceMessage {
  readonly msgid: string;
  readonly open_kfid: string;
  readonly external_userid: string;
  readonly send_time: number;
  readonly origin: number;
  readonly msgtype: string;
  readonly [type: string]: unknown;
}

/** Customer service of one corp: who wrote what, and how often it may be answered. */
export class Services {
  readonly #messages: ServiceMessage[] = [];
  readonly #tokens = new Map<string, number>();
  readonly #windows = new Map<string, { endsAt: number; left: number }>();

  /** Takes a customer's message in and answers the token of its event. */
  take({ openKfId, externalUserid, text }: CustomerText, nowMs: number): string {
    this.#messages.push({
      msgid: `KF-${this.#messages.length + 1}`,
      open_kfid: openKfId,
      external_userid: externalUserid,
      send_time: Math.floor(nowMs / 1_000),
      origin: 3,
      msgtype: 'text',
      text: { content: text },
    });
    this.#windows.set(`${openKfId} ${externalUserid}`, { endsAt: nowMs + REPLY_WINDOW_MS, left: REPLIES });
    const token = `ENC${randomBytes(12).toString('base64url')}`;
    this.#tokens.set(token, nowMs + TOKEN_LIVES_MS);
    return token;
  }

  isToken(token: string, nowMs: number): boolean {
    return nowMs < (this.#tokens.get(token) ?? Number.NEGATIVE_INFINITY);
  }

  /** Messages of the last three days after a cursor, and the cursor to go on from. */
  page(openKfId: string, cursor: string, limit: number, nowMs: number) {
    const oldest = Math.floor((nowMs - KEPT_MS) / 1_000);
    const start = Number(cursor.replace(/\D/g, '') || 0);
    const kept = this.#messages
      .map((message, index) => ({ message, next: index + 1 }))
      .slice(start)
      .filter(({ message }) => message.open_kfid === openKfId && message.send_time >= oldest);
    const page = kept.slice(0, limit);
    return {
      next_cursor: `CURSOR${page.at(-1)?.next ?? start}`,
      has_more: kept.length > limit ? 1 : 0,
      msg_list: page.map(({ message }) => message),
    };
  }

  /** Uses up one of the five answers within 48 hours. */
  takeReply(openKfId: string, externalUserid: string, nowMs: number): 95001 | 95002 | undefined {
    const window = this.#windows.get(`${openKfId} ${externalUserid}`);
    if (window === undefined || nowMs >= window.endsAt) return 95002;
    if (window.left === 0) return 95001;
    window.left -= 1;
    return undefined;
  }
}

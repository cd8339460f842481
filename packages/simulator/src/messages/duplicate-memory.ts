const REMEMBERED_MS = 600_000;

interface Remembered {
  readonly msgid: string;
  readonly sentAt: number;
}

/** For ten minutes one openid gets one message under one `client_msg_id`. */
export class DuplicateMemory {
  /** In the order of sending, so that what is to be forgotten stands in front. */
  readonly #sent = new Map<string, Remembered>();

  /** The msgid of the first message, where it is still remembered. */
  find(openid: string, clientMsgId: string, nowMs: number): string | undefined {
    this.#forget(nowMs);
    return this.#sent.get(keyOf(openid, clientMsgId))?.msgid;
  }

  remember(openid: string, clientMsgId: string, msgid: string, nowMs: number): void {
    this.#sent.set(keyOf(openid, clientMsgId), { msgid, sentAt: nowMs });
  }

  #forget(nowMs: number): void {
    for (const [key, { sentAt }] of this.#sent) {
      if (nowMs - sentAt < REMEMBERED_MS) return;
      this.#sent.delete(key);
    }
  }
}

function keyOf(openid: string, clientMsgId: string): string {
  return `${openid} ${clientMsgId}`;
}

import type { WechatMp, WetempoEvent } from '@wetempo/wechat-mp';

/** What went to the platform and what it said about pace. */
export interface Traffic {
  /** Requests that carried a message. */
  readonly requests: number;
  /** Those of them whose answer never came. */
  readonly lostAnswers: number;
  readonly tokenFetches: number;
  /** By errcode or HTTP status, for example `45011` or `HTTP 429`. */
  readonly limitAnswers: Readonly<Record<string, number>>;
}

/** Counts what the client tells about its work, of all pushes of the process together. */
export class TrafficMeter {
  #requests = 0;
  #lostAnswers = 0;
  #tokenFetches = 0;
  readonly #limitAnswers = new Map<string, number>();
  readonly #stopListening: () => void;

  constructor(telemetry: WechatMp['telemetry']) {
    this.#stopListening = telemetry.onAny((event) => this.#count(event));
  }

  read(): Traffic {
    return {
      requests: this.#requests,
      lostAnswers: this.#lostAnswers,
      tokenFetches: this.#tokenFetches,
      limitAnswers: Object.fromEntries(this.#limitAnswers),
    };
  }

  stop(): void {
    this.#stopListening();
  }

  #count(event: WetempoEvent): void {
    switch (event.type) {
      case 'attempt.ended':
        if (event.endpoint !== 'template.send') return;
        this.#requests += 1;
        if (event.kind === 'network') this.#lostAnswers += 1;
        return;
      case 'token.refreshed':
        this.#tokenFetches += 1;
        return;
      case 'limit.hit': {
        const name = event.errcode ? String(event.errcode) : `HTTP ${event.status}`;
        this.#limitAnswers.set(name, (this.#limitAnswers.get(name) ?? 0) + 1);
      }
    }
  }
}

import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { WechatMp } from '@wetempo/wechat-mp';
import { Push, type PushOrder } from './push.js';
import { PUSH_SETTINGS, type PushSettings } from './push-settings.js';

/** The pushes of this process. What was sent is in the client's send store; this is their progress only. */
@Injectable()
export class PushesService implements OnModuleDestroy {
  readonly #mp: WechatMp;
  readonly #settings: PushSettings;
  readonly #pushes = new Map<string, Push>();

  constructor(@Inject(WechatMp) mp: WechatMp, @Inject(PUSH_SETTINGS) settings: PushSettings) {
    this.#mp = mp;
    this.#settings = settings;
  }

  /** Starts a push, or answers the one of that name that is running. One that has ended goes on where it was. */
  start(order: PushOrder): Push {
    const present = this.#pushes.get(order.name);
    if (present?.isRunning) return present;
    const push = new Push(order, this.#mp, this.#settings);
    this.#pushes.set(order.name, push);
    return push;
  }

  find(id: string): Push | undefined {
    return this.#pushes.get(id);
  }

  /** Before the client closes: takes no more lines, and waits for those that are under way. */
  async onModuleDestroy(): Promise<void> {
    await Promise.all([...this.#pushes.values()].map((push) => push.stop()));
  }
}

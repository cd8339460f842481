import { randomUUID } from 'node:crypto';
import { Injectable, NotFoundException } from '@nestjs/common';

export interface Order {
  /** Unique for ever: what was sent about an order is remembered by it. */
  readonly id: string;
  readonly openid: string;
  readonly item: string;
}

/** The orders of this process; a real shop has a database. */
@Injectable()
export class Orders {
  readonly #byId = new Map<string, Order>();

  add(openid: string, item: string): Order {
    const order = { id: randomUUID(), openid, item };
    this.#byId.set(order.id, order);
    return order;
  }

  find(id: string): Order {
    const order = this.#byId.get(id);
    if (order === undefined) throw new NotFoundException('no such order');
    return order;
  }
}

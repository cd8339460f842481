import { Body, Controller, Headers, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { Sessions } from '../people/sessions.js';
import { textIn } from '../read-body.js';
import { OrderNotices } from './order-notices.js';
import { Orders } from './orders.js';

@Controller('orders')
export class OrdersController {
  readonly #orders: Orders;
  readonly #notices: OrderNotices;
  readonly #sessions: Sessions;

  constructor(
    @Inject(Orders) orders: Orders,
    @Inject(OrderNotices) notices: OrderNotices,
    @Inject(Sessions) sessions: Sessions,
  ) {
    this.#orders = orders;
    this.#notices = notices;
    this.#sessions = sessions;
  }

  @Post()
  add(@Headers('authorization') authorization: string | undefined, @Body() body: unknown) {
    const { openid } = this.#sessions.of(authorization);
    return { id: this.#orders.add(openid, textIn(body, 'item')).id };
  }

  /** For your payment service, which says it again where it does not hear an answer. Not for people: put a lock before it. */
  @Post(':id/paid')
  @HttpCode(200)
  async paid(@Param('id') id: string) {
    return { notice: await this.#notices.paid(this.#orders.find(id)) };
  }
}

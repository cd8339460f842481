import { isRecord } from '../options/checks.js';
import type { JsonObject } from '../server/incoming-request.js';

/** 1 waits for shipping, 2 shipped. */
type OrderState = 1 | 2;

export interface ShippedOrder {
  readonly id: string;
  readonly transactionId: string;
  readonly merchantId: string;
  readonly merchantTradeNo: string;
  readonly openid: string;
  readonly state: OrderState;
  readonly shipping: JsonObject;
  readonly uploadedAt: number;
}

/** What was uploaded about the orders of one Mini Program. */
export class Shipments {
  readonly #orders = new Map<string, ShippedOrder>();

  /** @returns false where the key names no order */
  upload(body: JsonObject, nowMs: number): boolean {
    const key = isRecord(body.order_key) ? body.order_key : {};
    const id = idOf(key.transaction_id, key.mchid, key.out_trade_no);
    if (id === undefined) return false;
    const payer = isRecord(body.payer) ? body.payer : {};
    this.#orders.set(id, {
      id,
      transactionId: String(key.transaction_id ?? `42${id}`),
      merchantId: String(key.mchid ?? '1900000001'),
      merchantTradeNo: String(key.out_trade_no ?? id),
      openid: String(payer.openid ?? ''),
      state: 2,
      shipping: body,
      uploadedAt: nowMs,
    });
    return true;
  }

  find({ transaction_id, merchant_id, merchant_trade_no }: JsonObject): ShippedOrder | undefined {
    const id = idOf(transaction_id, merchant_id, merchant_trade_no);
    return id === undefined ? undefined : this.#orders.get(id);
  }

  list(): ShippedOrder[] {
    return [...this.#orders.values()];
  }
}

function idOf(transactionId: unknown, merchantId: unknown, tradeNo: unknown): string | undefined {
  if (typeof transactionId === 'string' && transactionId !== '') return transactionId;
  return typeof tradeNo === 'string' && tradeNo !== '' ? `${String(merchantId ?? '')} ${tradeNo}` : undefined;
}

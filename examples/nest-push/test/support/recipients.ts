/** An openid as the platform makes them; the same number gives the same one. */
export function openid(number: number): string {
  return `oTEST${String(number).padStart(23, '0')}`;
}

/** A CSV with one order for each of `count` people, and the lines of `more` after them. */
export function csvOf(count: number, more: readonly string[] = []): string {
  const orders = Array.from({ length: count }, (_, index) => orderLine(index + 1, index + 1));
  return ['openid,key,thing1', ...orders, ...more, ''].join('\n');
}

export function orderLine(person: number, order: number): string {
  return `${openid(person)},order-${order},"订单 ${order}, 已备好 🎁"`;
}

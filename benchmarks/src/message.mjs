/** The n-th message, to a recipient of its own: what an ordinary order notice looks like. */
export function messageOf(n) {
  return {
    touser: `o${n.toString(36).padStart(27, '0')}`,
    template_id: 'TEMPLATE0000000000000000000000000000000001',
    url: `https://shop.example/orders/${n}`,
    data: {
      character_string1: { value: `NO${n}` },
      thing2: { value: '示例商品（两件装）🎁' },
      amount3: { value: '¥128.50' },
      time4: { value: '2025年1月2日 15:04' },
    },
  };
}

/** Messages to so many people. */
export function* pushItems(count) {
  for (let n = 0; n < count; n += 1) {
    const request = {
      touser: `oPUSH${String(n).padStart(23, '0')}`,
      template_id: 'TEMPLATE-1',
      data: { thing1: { value: `账单 ${n}` } },
    };
    yield { requestId: `bill-${n}`, request };
  }
}

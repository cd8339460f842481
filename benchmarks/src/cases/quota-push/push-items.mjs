/** Messages to so many people; two names have no person in common. */
export function* pushItems(count, name = 'bill') {
  for (let n = 0; n < count; n += 1) {
    const request = {
      touser: `o${name}${String(n).padStart(27 - name.length, '0')}`,
      template_id: 'TEMPLATE-1',
      data: { thing1: { value: `账单 ${n}` } },
    };
    yield { requestId: `${name}-${n}`, request };
  }
}

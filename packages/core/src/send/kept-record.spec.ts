import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AgeLine, type KeptRecord } from './kept-record.js';
import type { StoredRecord } from './stored-record.js';

function orderOf(line: AgeLine): KeptRecord[] {
  const order: KeptRecord[] = [];
  for (let kept = line.oldest; kept !== undefined; kept = kept.younger) order.push(kept);
  return order;
}

describe('the line of records that may be forgotten', () => {
  it('is that of an array, whoever joins, leaves and comes again', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 }), { maxLength: 60 }), (turns) => {
        const line = new AgeLine();
        // Only where they stand counts here, not what they hold.
        const record = {} as StoredRecord;
        const all = Array.from({ length: 10 }, () => ({ record, older: undefined, younger: undefined }));
        let model: KeptRecord[] = [];
        for (const turn of turns) {
          const kept = all[turn] as KeptRecord;
          if (model.includes(kept)) {
            line.leave(kept);
            model = model.filter((other) => other !== kept);
          } else {
            line.join(kept);
            model.push(kept);
          }
          // Compared by what they are, not by their neighbours, which would be compared with theirs.
          expect(orderOf(line).map((one) => all.indexOf(one as never))).toEqual(
            model.map((one) => all.indexOf(one as never)),
          );
        }
      }),
    );
  });
});

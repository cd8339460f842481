import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PutOffItems } from './put-off-items.js';

interface Step {
  readonly type: 'put-off' | 'join' | 'ended' | 'take';
  readonly key: number;
  readonly ms: number;
}

const steps: fc.Arbitrary<Step> = fc.record({
  type: fc.constantFrom('put-off', 'put-off', 'join', 'ended', 'take', 'take'),
  key: fc.nat({ max: 5 }),
  ms: fc.nat({ max: 50 }),
});

interface ModelLine {
  ids: string[];
  dueMs: number;
  isTrying: boolean;
}

/** The lines as plain lists, each looked at for each question. */
class Model {
  readonly lines = new Map<string, ModelLine>();

  get size(): number {
    return [...this.lines.values()].reduce((sum, { ids }) => sum + ids.length, 0);
  }

  get nextDueMs(): number {
    const mayTry = [...this.lines.values()].filter(({ isTrying, ids }) => !isTrying && ids.length > 0);
    return Math.min(Number.POSITIVE_INFINITY, ...mayTry.map(({ dueMs }) => dueMs));
  }

  putOff(key: string, id: string, dueMs: number): void {
    const { ids, dueMs: before } = this.lines.get(key) ?? { ids: [], dueMs };
    this.lines.set(key, { ids: [id, ...ids], dueMs: Math.max(before, dueMs), isTrying: false });
  }

  join(key: string, id: string): void {
    this.lines.get(key)?.ids.push(id);
  }

  ended(key: string): void {
    const line = this.lines.get(key);
    if (line === undefined) return;
    line.isTrying = false;
    if (line.ids.length === 0) this.lines.delete(key);
  }

  /** It was the turn of this one: the first of a line that is due earliest. */
  take(key: string, id: string, nowMs: number): void {
    const line = this.lines.get(key);
    expect(line).toMatchObject({ isTrying: false, dueMs: this.nextDueMs });
    expect(this.nextDueMs).toBeLessThanOrEqual(nowMs);
    expect(line?.ids.shift()).toBe(id);
    if (line !== undefined) line.isTrying = true;
  }
}

function doBoth(
  { type, key: n, ms }: Step,
  items: PutOffItems,
  model: Model,
  id: string,
  nowMs: number,
): void {
  const key = `to:${n}`;
  const item = { requestId: id, request: {} };
  if (type === 'put-off') {
    items.putOff(key, item, nowMs + ms);
    model.putOff(key, id, nowMs + ms);
  } else if (type === 'join') {
    items.join(key, item);
    model.join(key, id);
  } else if (type === 'ended') {
    items.ended(key);
    model.ended(key);
  } else {
    const taken = items.takeDue(nowMs);
    if (taken === undefined) expect(model.nextDueMs).toBeGreaterThan(nowMs);
    else model.take(taken.key, taken.item.requestId, nowMs);
  }
}

describe('the items that wait for their recipients', () => {
  it('are those of plain lists, the earliest first, whatever comes and goes', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 120 }), (all) => {
        const items = new PutOffItems();
        const model = new Model();
        let nowMs = 0;
        for (const [index, step] of all.entries()) {
          nowMs += step.ms / 5;
          doBoth(step, items, model, `i${index}`, nowMs);
          expect([items.size, items.nextDueMs]).toEqual([model.size, model.nextDueMs]);
          expect(items.has(`to:${step.key}`)).toBe(model.lines.has(`to:${step.key}`));
        }
        const left = [...model.lines.values()].flatMap(({ ids }) => ids);
        expect(items.drain().map(({ requestId }) => requestId)).toEqual(left);
        expect([items.size, items.nextDueMs]).toEqual([0, Number.POSITIVE_INFINITY]);
      }),
      { numRuns: 60 },
    );
  });
});

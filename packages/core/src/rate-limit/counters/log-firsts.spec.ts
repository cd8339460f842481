import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { noEntry } from './log-entries.js';
import { LogFirsts, type LogName, logNameOf } from './log-firsts.js';

/** Few parts, and places that collide and lie next to each other. */
const names = fc.record({
  low: fc.oneof(fc.integer({ min: 0, max: 20 }), fc.constantFrom(2 ** 32 - 1, 2 ** 31)),
  high: fc.constantFrom(0, 1, 2 ** 32 - 1),
});

type Step = { readonly type: 'set' | 'forget' | 'sweep'; readonly name: LogName };

const steps: fc.Arbitrary<Step> = fc.record({
  type: fc.constantFrom('set', 'set', 'set', 'forget', 'sweep'),
  name: names,
});

const textOf = ({ low, high }: LogName) => `${high} ${low}`;

/** The same map, with the names that it has as texts. */
class Model {
  readonly #values = new Map<string, number>();

  get size(): number {
    return this.#values.size;
  }

  /** @param value one that no other name has */
  do({ type, name }: Step, value: number, firsts: LogFirsts): void {
    if (type === 'sweep') firsts.sweep((first) => first % 2 === 0 && this.#drop(first));
    else firsts.set(name, type === 'set' ? value : noEntry);
    if (type === 'set') this.#values.set(textOf(name), value);
    if (type === 'forget') this.#values.delete(textOf(name));
  }

  first(name: LogName): number {
    return this.#values.get(textOf(name)) ?? noEntry;
  }

  #drop(value: number): boolean {
    const name = [...this.#values].find(([, known]) => known === value)?.[0];
    if (name === undefined) throw new Error(`${value} was forgotten before`);
    return this.#values.delete(name);
  }
}

describe('the first entries of logs', () => {
  it('are those of a map by the same names, whatever is set, forgotten and swept', () => {
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 300 }), (all) => {
        const firsts = new LogFirsts();
        const model = new Model();
        for (const [index, step] of all.entries()) {
          model.do(step, index + 1, firsts);
          expect(firsts.size).toBe(model.size);
          expect(firsts.get(step.name)).toBe(model.first(step.name));
        }
        for (const { name } of all) expect(firsts.get(name)).toBe(model.first(name));
      }),
      { numRuns: 200 },
    );
  });

  it('stay under the names of tens of thousands of keys, and go again', () => {
    const firsts = new LogFirsts();
    const keys = Array.from({ length: 30_000 }, (_, n) => `recipient:o${n}:window`);
    for (const [n, key] of keys.entries()) firsts.set(logNameOf(key), n + 1);
    expect(firsts.size).toBe(keys.length);
    expect(keys.every((key, n) => firsts.get(logNameOf(key)) === n + 1)).toBe(true);
    for (const key of keys.slice(100)) firsts.set(logNameOf(key), noEntry);
    expect(keys.filter((key) => firsts.get(logNameOf(key)) !== noEntry)).toEqual(keys.slice(0, 100));
  });

  it('are all looked at by sweeps, few or many', () => {
    const firsts = new LogFirsts();
    for (const count of [1, 10, 1000]) {
      for (let n = 0; n < count; n += 1) firsts.set(logNameOf(`key ${n}`), n + 1);
      let sweeps = 0;
      for (; firsts.size > 0 && sweeps < 10_000; sweeps += 1) firsts.sweep(() => true);
      expect(firsts.size).toBe(0);
      expect(sweeps).toBeLessThan(count / 4 + 64);
    }
  });
});

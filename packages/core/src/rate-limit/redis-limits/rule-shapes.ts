import { createHash } from 'node:crypto';
import type { AdmitRequest } from '../limit-store.js';
import { type RuleText, ruleTextOf } from './rule-text.js';

/** How long Redis remembers the rules of a shape after it was told. */
const shapeMemoryMs = 86_400_000;
/** A shape that comes this seldom is not worth remembering: its weight may be a figure of its own. */
const usesBeforeMemory = 3;
/** More than any policy has; where weights are computed there is no end of them. */
const mostShapes = 4096;

/** What the rules of one request are to limit-admit.lua, whatever persons and tenants they name. */
export class RuleShape {
  /** As JSON. */
  readonly text: string;
  readonly digest: string;
  /** Where the script numbers each rule, the position in the request. */
  readonly order: readonly number[];
  /** Where the script numbers each door, the position in the request. */
  readonly doorOrder: readonly number[];
  /** By position in the request: how a word of an end begins, as JSON. */
  readonly places: readonly string[];
  #uses = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(layout: Layout) {
    this.text = layout.text;
    this.order = layout.order;
    this.doorOrder = layout.doorOrder;
    this.places = layout.places;
    this.digest = createHash('sha1').update(layout.text).digest('base64url').slice(0, 16);
  }

  /** What one more script has to tell: nothing where Redis remembers it. */
  telling(nowMs: number): readonly string[] {
    this.#uses += 1;
    if (this.#uses < usesBeforeMemory) return [this.text, '0'];
    return nowMs - this.#toldAt < shapeMemoryMs / 2 ? [] : this.tellAgain(nowMs);
  }

  tellAgain(nowMs: number): readonly string[] {
    this.#toldAt = nowMs;
    return [this.text, `${shapeMemoryMs}`];
  }
}

/** Many groups of requests have the same shape: those of each tenant, for example. */
export class RuleShapes {
  readonly #known = new Map<string, RuleShape>();

  of(request: AdmitRequest): RuleShape {
    const layout = new Layout(request);
    const key = `${layout.text} ${layout.order.join()} ${layout.doorOrder.join()}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (this.#known.size >= mostShapes) this.#known.clear();
    const shape = new RuleShape(layout);
    this.#known.set(key, shape);
    return shape;
  }
}

type PlacedRule = RuleText & { readonly index: number };

/** Puts doors in the script's order, and rules: those in logs, those of each hash, those in places. */
class Layout {
  readonly order: readonly number[];
  readonly doorOrder: readonly number[];
  readonly places: string[] = [];
  readonly text: string;

  constructor({ rules, barriers, enforce }: AdmitRequest) {
    const doors = barriers.map(({ scope }, index) => ({ index, isOwn: scope === 'recipient' }));
    const all = ownFirst(rules.map((rule, index) => ({ index, ...ruleTextOf(rule) })));
    const logs = all.filter(({ kept }) => kept === 'log');
    const hashes = byHash(all.filter(({ kept }) => kept === 'hash'));
    const places = all.filter(({ kept }) => kept === 'places');
    const inOrder = [...logs, ...hashes.flat(), ...places];
    this.order = inOrder.map(({ index }) => index);
    this.doorOrder = ownFirst(doors, false).map(({ index }) => index);
    this.#place(logs, hashes, places);
    const counts = [doors, logs, hashes.flatMap(([rule]) => rule ?? [])].flatMap(countShared);
    const figures = inOrder.map((rule) => rule.numbers);
    const groups = inOrder.map((rule) => rule.groups).filter((group) => group !== '');
    const flags = [places.length, enforce === false ? 0 : 1];
    const parts = [...counts, ...flags, ...hashes.map(hashText), ...figures, `"[${groups.join()}]"`];
    this.text = `[${parts.join()}]`;
  }

  #place(
    logs: readonly PlacedRule[],
    hashes: readonly (readonly PlacedRule[])[],
    places: readonly PlacedRule[],
  ): void {
    for (const [n, { index }] of logs.entries()) this.places[index] = `0,${n + 1}`;
    // The first field tells when the hash expires.
    for (const [h, list] of hashes.entries()) {
      for (const [n, { index }] of list.entries()) this.places[index] = `1,${h + 1},${n + 2}`;
    }
    for (const [n, { index }] of places.entries()) this.places[index] = `2,${n + 1}`;
  }
}

function ownFirst<Entry extends { readonly isOwn: boolean }>(
  list: readonly Entry[],
  isFirst = true,
): Entry[] {
  return [...list.filter(({ isOwn }) => isOwn === isFirst), ...list.filter(({ isOwn }) => isOwn !== isFirst)];
}

function byHash(rules: readonly PlacedRule[]): readonly (readonly PlacedRule[])[] {
  const hashes = new Map<string, PlacedRule[]>();
  for (const rule of rules) {
    const hash = hashes.get(rule.key);
    if (hash === undefined) hashes.set(rule.key, [rule]);
    else hash.push(rule);
  }
  return [...hashes.values()];
}

/** How many all admissions share, and how many each has of its own. */
function countShared(list: readonly { readonly isOwn: boolean }[]): [number, number] {
  const own = list.filter(({ isOwn }) => isOwn).length;
  return [list.length - own, own];
}

function hashText(fields: readonly RuleText[]): string {
  const longestMs = Math.max(0, ...fields.map((field) => field.longestMs));
  return [fields.length, longestMs, ...fields.map(({ field }) => field)].join();
}

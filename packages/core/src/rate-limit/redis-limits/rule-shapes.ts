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
  /** By position in the request: how a word of an end begins, as JSON. */
  readonly places: readonly string[];
  #uses = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(request: AdmitRequest, hashes: readonly string[]) {
    const layout = new Layout(request, hashes);
    this.text = layout.text;
    this.order = layout.order;
    this.places = layout.places;
    this.digest = createHash('sha1').update(layout.text).digest('base64url').slice(0, 16);
  }

  /** What one more admission has to tell: nothing where Redis remembers it. */
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

interface ShapeNode {
  /** By the shape of the next rule, then by the hash it is in. */
  readonly next: Map<string, ShapeNode[]>;
  shape?: RuleShape;
}

/** Finds the shape of a request without writing it out anew. */
export class RuleShapes {
  #roots: ShapeNode[] = [];
  #count = 0;

  /** @param hashes the keys of the hashes that the rules are in, in order of appearance */
  of(request: AdmitRequest, texts: readonly RuleText[], hashes: readonly string[]): RuleShape {
    let node = this.#rootOf(request);
    for (const text of texts) node = nextOf(node, text.shape, Math.max(0, hashes.indexOf(text.key)));
    node.shape ??= this.#add(new RuleShape(request, hashes));
    return node.shape;
  }

  #rootOf({ barriers, enforce }: AdmitRequest): ShapeNode {
    const index = barriers.length * 2 + (enforce === false ? 1 : 0);
    this.#roots[index] ??= { next: new Map() };
    return this.#roots[index];
  }

  #add(shape: RuleShape): RuleShape {
    this.#count += 1;
    if (this.#count > mostShapes) {
      this.#roots = [];
      this.#count = 0;
    }
    return shape;
  }
}

function nextOf({ next }: ShapeNode, shape: string, hash: number): ShapeNode {
  let nodes = next.get(shape);
  if (nodes === undefined) {
    nodes = [];
    next.set(shape, nodes);
  }
  nodes[hash] ??= { next: new Map() };
  return nodes[hash];
}

/** Puts rules in the script's order: those in logs, those of each hash, those in places. */
class Layout {
  readonly order: number[];
  readonly places: string[] = [];
  readonly text: string;

  constructor({ rules, barriers, enforce }: AdmitRequest, hashes: readonly string[]) {
    const all = rules.map((rule, index) => ({ index, ...ruleTextOf(rule) }));
    const logs = all.filter(({ kept }) => kept === 'log');
    const fields = hashes.map((hash) => all.filter(({ kept, key }) => kept === 'hash' && key === hash));
    const places = all.filter(({ kept }) => kept === 'places');
    const inOrder = [...logs, ...fields.flat(), ...places];
    this.order = inOrder.map(({ index }) => index);
    for (const [n, { index }] of logs.entries()) this.places[index] = `0,${n + 1}`;
    // The first field tells when the hash expires.
    for (const [h, list] of fields.entries()) {
      for (const [n, { index }] of list.entries()) this.places[index] = `1,${h + 1},${n + 2}`;
    }
    for (const [n, { index }] of places.entries()) this.places[index] = `2,${n + 1}`;
    const counts = [barriers.length, logs.length, hashes.length, places.length, enforce === false ? 0 : 1];
    const numbers = `[${inOrder.map((rule) => rule.numbers).join()}]`;
    const groups = inOrder.map((rule) => rule.groups).filter((group) => group !== '');
    this.text = `[${[...counts, numbers, `"[${groups.join()}]"`, ...fields.map(hashText)].join()}]`;
  }
}

function hashText(fields: readonly RuleText[]): string {
  const longestMs = Math.max(0, ...fields.map((field) => field.longestMs));
  return [fields.length + 1, '"#"', ...fields.map(({ field }) => field), longestMs].join();
}

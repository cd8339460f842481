import { redisKeys } from '../../redis/redis-keys.js';
import type { AdmitRequest } from '../limit-store.js';
import { counterKey, doorKey } from './counter-keys.js';
import { type RuleShape, RuleShapes } from './rule-shapes.js';
import { type RuleText, ruleTextOf } from './rule-text.js';

/** More than any policy has; where weights are computed there is no end of them. */
const mostGroups = 4096;

/** What admissions have in common that one script can decide: everything but what is their recipients'. */
export interface AdmissionGroup {
  /** Begins all keys of the account. */
  readonly prefix: string;
  readonly shape: RuleShape;
  /** What the rules are, doors, logs. */
  readonly strings: readonly string[];
  readonly hashes: readonly string[];
  readonly places: readonly string[];
}

/** One step on the way to a group: a door or a rule more. */
interface GroupNode {
  readonly next: Map<string, GroupNode>;
  group?: AdmissionGroup;
}

/** What stands for every recipient's door; no door has an empty name. */
const ownDoor = '';

/** Finds the group of a request without writing out its keys anew. */
export class AdmissionGroups {
  readonly #shapes = new RuleShapes();
  readonly #roots = new Map<string, GroupNode>();
  #count = 0;

  of(request: AdmitRequest): AdmissionGroup {
    const { account, barriers, rules, enforce } = request;
    let node = nextOf(this.#roots, account);
    node = nextOf(node.next, `${barriers.length}${enforce === false ? '' : '!'}`);
    for (const { key, scope } of barriers) node = nextOf(node.next, scope === 'recipient' ? ownDoor : key);
    const ownHashes: string[] = [];
    for (const rule of rules) {
      const { isOwn, kept, key, name } = ruleTextOf(rule);
      node = nextOf(node.next, isOwn && kept === 'hash' ? nameOfOwn(name, key, ownHashes) : name);
    }
    node.group ??= this.#add(makeGroup(request, this.#shapes.of(request)));
    return node.group;
  }

  #add(group: AdmissionGroup): AdmissionGroup {
    this.#count += 1;
    if (this.#count > mostGroups) {
      this.#roots.clear();
      this.#count = 0;
    }
    return group;
  }
}

function nextOf(nodes: Map<string, GroupNode>, name: string): GroupNode {
  const known = nodes.get(name);
  if (known !== undefined) return known;
  const node: GroupNode = { next: new Map() };
  nodes.set(name, node);
  return node;
}

/** Rules of one recipient share a hash, those of another do not. */
function nameOfOwn(name: string, key: string, hashes: string[]): string {
  const index = hashes.indexOf(key);
  if (index === -1) hashes.push(key);
  const number = index === -1 ? hashes.length - 1 : index;
  return number === 0 ? name : `${name}#${number}`;
}

function makeGroup({ account, barriers, rules }: AdmitRequest, shape: RuleShape): AdmissionGroup {
  const prefix = redisKeys.limit(account);
  const texts = rules.map(ruleTextOf).filter(({ isOwn }) => !isOwn);
  const keysOf = (kept: RuleText['kept']) =>
    texts.filter((text) => text.kept === kept).map((text) => counterKey(prefix, text));
  const doors = barriers.filter(({ scope }) => scope !== 'recipient').map(({ key }) => doorKey(prefix, key));
  return {
    prefix,
    shape,
    strings: [`${prefix}:rules:${shape.digest}`, ...doors, ...keysOf('log')],
    hashes: [...new Set(keysOf('hash'))],
    places: keysOf('places'),
  };
}

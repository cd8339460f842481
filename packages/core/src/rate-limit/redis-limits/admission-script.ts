import type { AdmitRequest } from '../limit-store.js';
import type { AdmissionGroup, AdmissionGroups } from './admission-groups.js';
import { counterKey, doorKey } from './counter-keys.js';
import { type EndedCall, wordOf } from './ended-calls.js';
import type { RuleShape } from './rule-shapes.js';
import { ruleTextOf } from './rule-text.js';

/** What one admission adds to a run of limit-admit.lua. */
export interface AdmissionStep {
  readonly group: AdmissionGroup;
  /** Its own doors and logs. */
  readonly strings: readonly string[];
  readonly hashes: readonly string[];
  readonly args: readonly string[];
}

/** Asks for room for one request, and tells which calls have ended. */
export function admissionStep(
  request: AdmitRequest,
  groups: AdmissionGroups,
  ended: readonly EndedCall[],
): AdmissionStep {
  const group = groups.of(request);
  const { prefix, shape } = group;
  const strings: string[] = [];
  const hashes: string[] = [];
  for (const { key, scope } of request.barriers)
    if (scope === 'recipient') strings.push(doorKey(prefix, key));
  for (const rule of request.rules) {
    if (rule.scope !== 'recipient') continue;
    const text = ruleTextOf(rule);
    if (!text.isOwn) continue;
    const key = counterKey(prefix, text);
    if (text.kept === 'log') strings.push(key);
    else if (!hashes.includes(key)) hashes.push(key);
  }
  const args = [request.admissionId, `${Math.ceil(request.inFlightMs)}`, wordsOf(request, shape, ended)];
  return { group, strings, hashes, args };
}

/** KEYS and ARGV of one run of limit-admit.lua, whose header says what they mean; without what the rules are. */
export function admissionScript(group: AdmissionGroup, steps: readonly AdmissionStep[]) {
  const keys: string[] = [];
  append(keys, group.strings);
  for (const { strings } of steps) append(keys, strings);
  const args = [`${keys.length}`, `${steps.length}`];
  append(keys, group.hashes);
  for (const step of steps) {
    append(keys, step.hashes);
    append(args, step.args);
  }
  append(keys, group.places);
  return { keys, args };
}

/** Quicker than spreading short lists into a new one. */
function append(list: string[], more: readonly string[]): void {
  for (const entry of more) list.push(entry);
}

function wordsOf({ rules }: AdmitRequest, shape: RuleShape, ended: readonly EndedCall[]): string {
  if (ended.length === 0) return '';
  const names = rules.map((rule) => ruleTextOf(rule));
  const words = ended.map((call) => {
    const { key, field } = ruleTextOf(call.rule);
    const index = names.findIndex((text) => text.key === key && text.field === field);
    return wordOf(call, shape.places[index] ?? '');
  });
  return `[${words.join()}]`;
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  Dice,
  type Genuine,
  type Mutation,
  mutations,
  type Scene,
  scenes,
  withFlippedBody,
} from '../../../test/support/callback-mutations.js';
import { receiveId, settingsOf } from '../../../test/support/genuine-callbacks.js';
import { CallbackError } from '../../errors/errors.js';
import type { CallbackMode } from '../callback-options.js';
import type { CallbackRequest } from '../callback-request.js';
import { CallbackGate } from './callback-gate.js';
import type { OpenedCallback } from './opened-callback.js';

/** More of them, or others: `WETEMPO_MUTATIONS=1000000 WETEMPO_MUTATION_SEED=7 npx vitest run mutated-requests`. */
const count = Number(process.env.WETEMPO_MUTATIONS ?? 100_000);
const seed = Number(process.env.WETEMPO_MUTATION_SEED ?? 1);

const gates = new Map<string, CallbackGate>();

function gateOf({ platform }: Scene, mode: CallbackMode): CallbackGate {
  const name = `${platform.name} ${mode}`;
  const gate = gates.get(name) ?? new CallbackGate(platform, settingsOf(mode, { receiveIds: [receiveId] }));
  gates.set(name, gate);
  return gate;
}

type Outcome = 'refused' | 'accepted' | 'crashed';

function outcomeOf(scene: Scene, { request, mode = scene.mode }: Mutation): Outcome {
  try {
    gateOf(scene, mode)[scene.check](request);
    return 'accepted';
  } catch (error) {
    return error instanceof CallbackError ? 'refused' : 'crashed';
  }
}

/** Processor time of this process in ms: what others on the machine do is not in it. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const { stackTraceLimit } = Error;
beforeAll(() => {
  // Each refusal is an error; where it was thrown is of no interest here and takes as long as the check itself.
  Error.stackTraceLimit = 0;
});
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit;
});

test('every scene lets its genuine requests in', () => {
  const dice = new Dice(seed);
  for (const scene of scenes)
    expect({ [scene.name]: outcomeOf(scene, scene.make(dice)) }).toEqual({ [scene.name]: 'accepted' });
});

test(`of ${count} mutated requests none is let in and none crashes the gate`, { timeout: 600_000 }, () => {
  const dice = new Dice(seed);
  const kinds = Object.entries(mutations);
  const failures: string[] = [];
  const tried = new Map<string, number>();
  let slowest = { ms: 0, kind: '' };
  let genuine = dice.pick(scenes).make(dice);
  for (let made = 0; made < count; ) {
    if (dice.roll(8) === 0) genuine = dice.pick(scenes).make(dice);
    const [kind, mutate] = dice.pick(kinds);
    const mutation = mutate(genuine, dice);
    if (mutation === undefined) continue;
    made += 1;
    tried.set(kind, (tried.get(kind) ?? 0) + 1);
    const startedMs = processorMs();
    const outcome = outcomeOf(genuine.scene, mutation);
    const ms = processorMs() - startedMs;
    if (ms > slowest.ms) slowest = { ms, kind: `${kind} of ${genuine.scene.name}` };
    if (outcome !== 'refused') failures.push(`${outcome}: ${kind} of ${genuine.scene.name}`);
  }
  if (process.env.WETEMPO_MUTATIONS !== undefined)
    console.info({ slowest, tried: Object.fromEntries(tried) });
  expect(failures.slice(0, 20)).toEqual([]);
  if (count >= 10_000) expect([...tried.keys()].sort()).toEqual(Object.keys(mutations).sort());
});

function openedOrRefused(scene: Scene, request: CallbackRequest): OpenedCallback | undefined {
  try {
    return gateOf(scene, scene.mode).open(request);
  } catch (error) {
    if (error instanceof CallbackError) return undefined;
    throw error;
  }
}

const flips = Math.ceil(count / 50);
const opening = scenes.filter(({ check }) => check === 'open');

function flippedOnes(from: readonly Scene[]): { genuine: Genuine; request: CallbackRequest }[] {
  const dice = new Dice(seed);
  return Array.from({ length: flips }, () => {
    const genuine = dice.pick(from).make(dice);
    return { genuine, request: withFlippedBody(genuine, dice) };
  });
}

test('bits flipped anywhere in an encrypted body: refused, or what was read is what was sent', () => {
  for (const { genuine, request } of flippedOnes(opening.filter(({ mode }) => mode !== 'plain'))) {
    const opened = openedOrRefused(genuine.scene, request);
    if (opened === undefined) continue;
    const { seal: _seal, ...sent } = gateOf(genuine.scene, genuine.scene.mode).open(genuine.request);
    expect(opened).toMatchObject(sent);
  }
});

/** In plain mode nothing signs the body. What refuses then is the memory of which body came under which signature. */
test('bits flipped anywhere in a plain body: refused, or under the same signature as another body', () => {
  for (const { genuine, request } of flippedOnes(opening.filter(({ mode }) => mode === 'plain'))) {
    const opened = openedOrRefused(genuine.scene, request);
    if (opened === undefined || Buffer.compare(request.body, genuine.request.body) === 0) continue;
    const sent = gateOf(genuine.scene, 'plain').open(genuine.request);
    expect(opened.nonceKey).toBe(sent.nonceKey);
    expect(opened.bodyDigest).not.toBe(sent.bodyDigest);
  }
});

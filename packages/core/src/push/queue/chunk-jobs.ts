import { setMaxListeners } from 'node:events';
import type { Job } from 'bullmq';
import type { AnyMessageEndpoint } from '../../endpoint/endpoint.js';
import type { PushClient } from '../push-client.js';
import type { PushPhase } from '../push-run.js';
import type { Bull } from './bull-connection.js';
import { unpackItems } from './chunk-codec.js';
import { type ChunkEnd, ChunkRun } from './chunk-run.js';
import type { RunName } from './push-keys.js';
import { PushLane, type Standstill } from './push-lane.js';
import type { ChunkBegin, PushStates } from './push-states.js';
import type { ChunkData, QueueJobs } from './queue-jobs.js';

export interface ChunkJobsParts {
  readonly client: PushClient;
  readonly states: PushStates;
  readonly jobs: QueueJobs;
  readonly bull: Bull;
  readonly maxWaitMs: number;
  readonly deadlineMs: number;
}

const defaultConcurrency = 64;
/** What is put off looks again at least this often: an operator may have cleared what stood in the way. */
const mostDelayMs = 60_000;
/** Further chunks of the same push must not all come back in the same millisecond. */
const leastJitterMs = 100;
const mostJitterMs = 1_000;
const mostLanes = 50;
const dayMs = 86_400_000;

/** Works off jobs: each is a chunk's run, after which it is done, delayed or, where no endpoint fits, failed. */
export class ChunkJobs {
  readonly #parts: ChunkJobsParts;
  readonly #lanes = new Map<string, PushLane>();
  readonly #aborting = new AbortController();
  #isClosing = false;

  constructor(parts: ChunkJobsParts) {
    this.#parts = parts;
    // Each message under way listens; Node would take more than ten for a leak.
    setMaxListeners(0, this.#aborting.signal);
  }

  /**
   * @throws {DelayedError} of BullMQ: the job was moved, and is neither done nor failed
   * @throws {UnrecoverableError} of BullMQ: the client has no such endpoint
   */
  async process(job: Job<ChunkData>, token: string | undefined): Promise<void> {
    const { p: id, r: run, c: chunk } = job.data;
    const name = { id, run };
    const begin = await this.#parts.states.beginChunk(name, chunk, job.id ?? '');
    if (begin === undefined) return;
    const endpoint = this.#parts.client.messageEndpoint(begin.settings.endpoint);
    if (endpoint === undefined) return this.#failWithout(begin, name, job);
    const lane = this.#laneOf(name, begin);
    try {
      const delay = await this.#runChunk({ name, begin, endpoint, lane, job });
      if (delay === undefined) return;
      // At the deadline somebody has to see to the rest, also of a push that is paused.
      const ms = Math.min(delay.ms, lane.expiresInMs);
      await this.#putOff(name, job, token, { ...delay, ms });
    } finally {
      lane.users -= 1;
    }
  }

  /** Begins nothing more. */
  close(): void {
    this.#isClosing = true;
    for (const lane of this.#lanes.values()) lane.close();
  }

  /** Ends what is still under way. */
  abort(): void {
    this.#aborting.abort();
  }

  /** `undefined`: it is done. */
  async #runChunk(work: {
    readonly name: RunName;
    readonly begin: ChunkBegin;
    readonly endpoint: AnyMessageEndpoint;
    readonly lane: PushLane;
    readonly job: Job<ChunkData>;
  }): Promise<Delay | undefined> {
    const { name, begin, endpoint, lane, job } = work;
    if (begin.startInMs > 0 && begin.phase === 'running') return { ms: begin.startInMs, phase: begin.phase };
    const before = delayOf(lane.standstill);
    if (before !== undefined) return before;
    const { client, states, maxWaitMs, deadlineMs } = this.#parts;
    const parts = { client, states, lane, maxWaitMs, deadlineMs, signal: this.#aborting.signal };
    const items = await unpackItems(job.data.i);
    const end: ChunkEnd = await new ChunkRun(parts, {
      name,
      chunk: job.data.c,
      items,
      endpoint,
      begin,
    }).run();
    if (end.type === 'ended') return undefined;
    return delayOf(lane.standstill) ?? { ms: withJitter(end.forMs), phase: 'running' };
  }

  async #putOff(
    name: RunName,
    job: Job<ChunkData>,
    token: string | undefined,
    { ms, phase }: Delay,
  ): Promise<never> {
    const { states, jobs, bull } = this.#parts;
    const jobId = job.id ?? '';
    const delayMs = Math.min(mostDelayMs, Math.ceil(ms));
    const isUnchanged = delayMs > 0 && (await states.putOff(name, jobId, phase));
    await job.moveToDelayed(Date.now() + (isUnchanged ? delayMs : 0), token);
    // Who steered the push between the two steps has not found the job among the delayed ones.
    if (isUnchanged && !(await states.putOff(name, jobId, phase))) await jobs.wake([jobId]);
    throw new bull.DelayedError();
  }

  async #failWithout(begin: ChunkBegin, name: RunName, job: Job<ChunkData>): Promise<never> {
    const { states, bull } = this.#parts;
    const reason =
      `a worker's client has no endpoint ${begin.settings.endpoint} that sends messages: give it to the client by the ` +
      'option `endpoints`, then resume the push';
    await states.noteChunk(name, job.data.c, { letters: '', results: [], waiting: { reason, forMs: dayMs } });
    // So that `resume` finds it.
    await states.putOff(name, job.id ?? '', begin.phase);
    throw new bull.UnrecoverableError(`push ${name.id}: ${reason}`);
  }

  #laneOf({ id, run }: RunName, begin: ChunkBegin): PushLane {
    const key = `${run} ${id}`;
    const { clock } = this.#parts.client;
    const lane =
      this.#lanes.get(key) ?? new PushLane(clock, begin.settings.concurrency ?? defaultConcurrency);
    this.#lanes.set(key, lane);
    lane.users += 1;
    this.#forgetLanes();
    lane.isNow(begin.phase);
    lane.expiresIn(begin.deadlineInMs);
    if (this.#isClosing) lane.close();
    return lane;
  }

  /** What a lane knows of the pace and of limits outlasts its chunks, within bounds. */
  #forgetLanes(): void {
    for (const [key, lane] of this.#lanes) {
      if (this.#lanes.size <= mostLanes) return;
      if (lane.users === 0) this.#lanes.delete(key);
    }
  }
}

interface Delay {
  readonly ms: number;
  /** The phase in which it holds. */
  readonly phase: PushPhase;
}

/** `undefined` where the chunk's run has something to do: where messages may begin, and where they get their end by it. */
function delayOf(standstill: Standstill | undefined): Delay | undefined {
  switch (standstill?.type) {
    case 'closing':
      return { ms: 0, phase: 'running' };
    case 'paused':
      return { ms: mostDelayMs, phase: 'paused' };
    case 'shut':
      return { ms: withJitter(standstill.forMs), phase: 'running' };
    default:
      return undefined;
  }
}

function withJitter(ms: number): number {
  return ms + Math.random() * Math.min(mostJitterMs, leastJitterMs + ms / 50);
}

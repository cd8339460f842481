import { isWechatError, StoreUnavailableError } from '../../errors/errors.js';
import type { LuaScriptName } from '../../redis/lua.generated.js';
import { RedisConnection, type RedisOption } from '../../redis/redis-connection.js';
import type { PushPhase, PushTrouble } from '../push-run.js';
import { PushTally } from '../push-tally.js';
import { type KeptResult, pack, unpack } from './chunk-codec.js';
import { indexKey, paceKey, type RunName, runKeys, stateKey } from './push-keys.js';
import { flatMap, type PushView, viewOf } from './push-view.js';
import { type QueuedSettings, settingsFrom, settingsText } from './queued-settings.js';

export interface OpenRequest {
  readonly settings: QueuedSettings;
  readonly chunkSize: number;
  readonly startInMs: number;
  readonly total: number | undefined;
  /** A run over the failed messages of the run before. */
  readonly isRetry: boolean;
  /** How long the push is kept after its end. */
  readonly retentionMs: number;
}

export interface OpenAnswer {
  readonly type: 'opened' | 'joined' | 'conflict' | 'cancelling';
  readonly run: number;
  /** Those that hold: somebody else's where the push was under way. */
  readonly settings: QueuedSettings;
  readonly chunkSize: number;
  /** The run whose failed messages this one sends. */
  readonly repeats: number | undefined;
}

export type ChunkAdded = 'new' | 'open' | 'done' | 'cancelled' | 'stale';

export interface ChunkBegin {
  readonly phase: PushPhase;
  /** One letter for each item; empty where none has an end. */
  readonly letters: string;
  readonly settings: QueuedSettings;
  readonly startInMs: number;
  readonly deadlineInMs: number | undefined;
}

export interface ChunkNote {
  /** One letter for each item, a dot where there is no news. */
  readonly letters: string;
  readonly results: readonly KeptResult[];
  readonly waiting?: { readonly reason: string; readonly forMs: number } | undefined;
}

export interface NoteAnswer {
  /** `known`: another run of the chunk noted some of it before, and nothing was noted. `gone`: nothing is left to do. */
  readonly type: 'noted' | 'known' | 'gone';
  readonly phase: PushPhase | undefined;
  readonly letters: string;
}

export type Steering = 'pause' | 'resume' | 'cancel';

/** Pushes of one account as Redis keeps them; every method is one atomic step. */
export class PushStates {
  readonly #account: string;
  readonly #connection: RedisConnection;

  private constructor(account: string, connection: RedisConnection) {
    this.#account = account;
    this.#connection = connection;
  }

  static async open(account: string, redis: RedisOption): Promise<PushStates> {
    return new PushStates(account, await RedisConnection.open(redis));
  }

  get connection(): RedisConnection {
    return this.#connection;
  }

  async openRun({
    settings,
    chunkSize,
    startInMs,
    total,
    isRetry,
    retentionMs,
  }: OpenRequest): Promise<OpenAnswer> {
    const keys = [stateKey(this.#account, settings.id), indexKey(this.#account)];
    const text = settingsText(settings);
    const answer = await this.#run('push-open', keys, [
      settings.id,
      text,
      chunkSize,
      Math.round(startInMs),
      settings.deadlineMs ?? '',
      total ?? '',
      isRetry ? '1' : '0',
      Math.ceil(retentionMs),
    ]);
    const [type, run, kept, keptSize, repeats] = answer as [
      OpenAnswer['type'],
      number,
      string,
      number,
      unknown,
    ];
    return {
      type,
      run,
      settings: settingsFrom(kept),
      chunkSize: keptSize,
      repeats: typeof repeats === 'number' ? repeats : undefined,
    };
  }

  async addChunk(
    name: RunName,
    chunk: string,
    items: number,
    invalid: readonly KeptResult[],
  ): Promise<ChunkAdded> {
    const args = [name.run, chunk, items, invalid.length, ...(await packResults(invalid))];
    return (await this.#run('push-chunk-add', this.#keysOf(name), args)) as ChunkAdded;
  }

  async chunksQueued(name: RunName, chunks: readonly string[]): Promise<PushPhase | 'stale'> {
    const { state, chunks: key } = runKeys(this.#account, name);
    return (await this.#run('push-chunk-queued', [state, key], [name.run, ...chunks])) as PushPhase | 'stale';
  }

  async fed(name: RunName): Promise<PushPhase | 'stale'> {
    return (await this.#run('push-fed', this.#keysOf(name), [name.run])) as PushPhase | 'stale';
  }

  /** `undefined` where there is nothing to do. */
  async beginChunk(name: RunName, chunk: string, jobId: string): Promise<ChunkBegin | undefined> {
    const { state, chunks, putOff } = runKeys(this.#account, name);
    const answer = await this.#run('push-chunk-begin', [state, chunks, putOff], [name.run, chunk, jobId]);
    const [phase, letters, settings, startInMs, deadlineInMs] = answer as [
      PushPhase,
      string,
      string,
      number,
      unknown,
    ];
    if (phase === undefined) return undefined;
    return {
      phase,
      letters,
      settings: settingsFrom(settings),
      startInMs,
      deadlineInMs: typeof deadlineInMs === 'number' ? deadlineInMs : undefined,
    };
  }

  async noteChunk(
    name: RunName,
    chunk: string,
    { letters, results, waiting }: ChunkNote,
  ): Promise<NoteAnswer> {
    const args = [
      name.run,
      chunk,
      letters,
      ...(await packResults(results)),
      waiting?.reason ?? '',
      Math.ceil(waiting?.forMs ?? 0),
    ];
    const answer = await this.#run('push-chunk-note', this.#keysOf(name), args);
    const [type, phase, known] = answer as [NoteAnswer['type'], PushPhase | '', string];
    return { type, phase: phase === '' ? undefined : phase, letters: known };
  }

  /** Answers `false` where the push is in another phase by now. */
  async putOff(name: RunName, jobId: string, phase: PushPhase): Promise<boolean> {
    const { state, putOff } = runKeys(this.#account, name);
    return (await this.#run('push-put-off', [state, putOff], [name.run, jobId, phase])) === 1;
  }

  /** Answers the ids of the jobs that were put off. */
  async steer(name: RunName, steering: Steering): Promise<{ phase: PushPhase | 'stale'; putOff: string[] }> {
    const answer = await this.#run('push-steer', this.#keysOf(name), [name.run, steering]);
    const [phase, putOff] = answer as [PushPhase | 'stale', string[]];
    return { phase, putOff };
  }

  async view(id: string): Promise<PushView | undefined> {
    const answer = await this.#run('push-view', [stateKey(this.#account, id)], []);
    const [now, flat] = answer as [number, unknown[]];
    return viewOf(now, flat);
  }

  async troubles(name: RunName): Promise<PushTrouble[]> {
    const { troubles } = runKeys(this.#account, name);
    const fields = flatMap((await this.#run('push-troubles', [troubles], [])) as unknown[]);
    const list: PushTrouble[] = [];
    for (const [field, count] of fields) {
      const example = fields.get(`e:${field.slice(2)}`);
      if (!field.startsWith('n:') || example === undefined) continue;
      list.push({ ...(JSON.parse(example) as PushTrouble), count: Number(count) });
    }
    return list.sort((one, other) => other.count - one.count);
  }

  /** Portions of results from a place on. */
  async results(name: RunName, place: number, most: number): Promise<KeptResult[][]> {
    const { results } = runKeys(this.#account, name);
    const portions = (await this.#run('push-results', [results], [place, most])) as string[];
    return Promise.all(portions.map((portion) => unpack<KeptResult>(portion)));
  }

  async list(forget: readonly string[] = []): Promise<string[]> {
    return (await this.#run('push-list', [indexKey(this.#account)], [...forget])) as string[];
  }

  /** Takes the next moment at which a message of the push may leave, unless that is further off than `maxWaitMs`. */
  async takeMoment(
    id: string,
    perSecond: number,
    maxWaitMs: number,
  ): Promise<{ readonly isTaken: boolean; readonly waitMs: number }> {
    const args = [Math.round(1_000_000 / perSecond), Math.round(maxWaitMs * 1000)];
    const answer = await this.#run('push-pace', [paceKey(this.#account, id)], args);
    const [taken, waitMicros] = answer as [number, number];
    return { isTaken: taken === 1, waitMs: waitMicros / 1000 };
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #keysOf(name: RunName): string[] {
    const { state, chunks, results, troubles, putOff } = runKeys(this.#account, name);
    return [state, chunks, results, troubles, putOff];
  }

  async #run(
    script: LuaScriptName,
    keys: readonly string[],
    args: readonly (string | number)[],
  ): Promise<unknown> {
    try {
      return await this.#connection.run(script, keys, args);
    } catch (error) {
      if (isWechatError(error)) throw error;
      throw unavailable(script, error);
    }
  }
}

function unavailable(script: string, cause: unknown): StoreUnavailableError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new StoreUnavailableError(`push: Redis did not take the step ${script}: ${reason}`, {
    store: 'send',
    cause,
    hint: 'Check that Redis can be reached, then do it again: no step is done twice.',
  });
}

/** Results and the kinds of their troubles, both empty where there are none. */
async function packResults(results: readonly KeptResult[]): Promise<[results: string, troubles: string]> {
  if (results.length === 0) return ['', '[]'];
  const tally = new PushTally();
  for (const { result } of results) tally.add(result);
  const troubles = tally.troubles.map(({ count, ...example }) => [
    `${example.state} ${example.code} ${example.errcode ?? ''}`,
    count,
    JSON.stringify(example),
  ]);
  return [await pack(results), JSON.stringify(troubles)];
}

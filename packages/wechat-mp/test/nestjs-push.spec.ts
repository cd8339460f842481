import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Controller,
  type DynamicModule,
  Inject,
  Injectable,
  type MessageEvent,
  Module,
  type OnApplicationShutdown,
  Param,
  Sse,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { type PushPlan, PushQueue, PushWorker } from '@wetempo/core/push';
import type { Simulator } from '@wetempo/simulator';
import { Redis } from 'ioredis';
import type { Observable } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type RedisServer, startRedis } from '../../../test/support/redis-server.js';
import { templateEndpoints, WechatMp, type WechatMpOptions } from '../src/index.js';
import {
  getPushesToken,
  getWechatMpToken,
  InjectPushes,
  Pushes,
  PushModule,
  type PushModuleOptions,
  type PushOptionsFactory,
  WechatMpModule,
} from '../src/nestjs/index.js';
import { appId, appSecret, message, openid, platform } from './fixtures.js';

const endpoint = templateEndpoints.send;

let redis: RedisServer;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.stop());

@Injectable()
class News {
  constructor(@Inject(Pushes) readonly pushes: Pushes) {}
}

@Controller('pushes')
class PushController {
  constructor(@Inject(Pushes) readonly pushes: Pushes) {}

  @Sse(':id/events')
  events(@Param('id') id: string): Observable<MessageEvent> {
    return this.pushes.sse(id, { everyMs: 20, heartbeatMs: 30 });
  }
}

/** A transport that has nothing to listen to. */
class IdleTransport extends Server implements CustomTransportStrategy {
  listen(callback: () => void) {
    callback();
  }
  close() {}
  on() {}
  unwrap<T>(): T {
    throw new Error('there is nothing inside');
  }
}

const account = (baseUrl: string, more: Partial<WechatMpOptions> = {}): WechatMpOptions => ({
  appId,
  appSecret,
  baseUrl,
  sendStore: 'memory',
  retry: { baseMs: 20, capMs: 200 },
  ...more,
});

const local = PushModule.forRoot({ mode: 'local', client: WechatMp });
type QueueMode = 'queue' | 'worker' | 'both';
const optionsOf = (mode: QueueMode) => ({ mode, redis: redis.url, worker: { lockDurationMs: 2_000 } });
const queued = (mode: QueueMode, more = {}) => ({ ...optionsOf(mode), client: WechatMp, ...more });

function plan(count: number, more: Partial<PushPlan<typeof endpoint>> = {}): PushPlan<typeof endpoint> {
  const items = Array.from({ length: count }, (_, n) => ({ requestId: `m${n}`, request: message(n) }));
  return { id: 'spring', endpoint, items, concurrency: 4, ...more };
}

async function start(imports: DynamicModule[], providers: DynamicModule['providers'] = [News]) {
  @Module({ imports, providers, controllers: [PushController] })
  class AppModule {}
  const app = await NestFactory.create(AppModule, { logger: false, abortOnError: false });
  await app.init();
  onTestFinished(() => app.close());
  return app;
}

function sqliteFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'wetempo-nest-push-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return join(directory, 'sends.db');
}

function everybodyOnce(deliveries: readonly { readonly openid: string }[], count: number) {
  const wanted = Array.from({ length: count }, (_, n) => openid(n)).sort();
  expect(deliveries.map((delivery) => delivery.openid).sort()).toEqual(wanted);
}

async function delivered(simulator: Simulator, count: number) {
  const enough = () => expect(simulator.deliveries.length).toBeGreaterThan(count);
  await vi.waitFor(enough, { timeout: 20_000, interval: 10 });
}

/** The events of a stream until it ends. */
async function eventsAt(url: string): Promise<{ readonly type: string; readonly data: string }[]> {
  const text = await (await fetch(url)).text();
  return text
    .split('\n\n')
    .filter((block) => block.includes('event: '))
    .map((block) => ({
      type: /^event: (.*)$/m.exec(block)?.[1] ?? '',
      data: /^data: (.*)$/m.exec(block)?.[1] ?? '',
    }));
}

describe('PushModule in one process', () => {
  it('is injected by its class, sends a push and tells how it went', async () => {
    const simulator = await platform();
    const app = await start([WechatMpModule.forRoot(account(simulator.url)), local]);
    const { pushes } = app.get(News);
    await pushes.start(plan(20));
    expect(await pushes.finished('spring')).toMatchObject({ phase: 'done', counts: { sent: 20 } });
    expect(await pushes.progress('spring')).toMatchObject({ phase: 'done', read: 20 });
    await expect(pushes.progress('autumn')).rejects.toMatchObject({ status: 404 });
    everybodyOnce(simulator.deliveries, 20);
  });

  it('holds several accounts by name', async () => {
    const other = 'wx0000000000000002';
    const accounts = [appId, other].map((id) => ({ appId: id, appSecret }));
    const simulator = await platform({ accounts });
    @Injectable()
    class Both {
      constructor(
        @InjectPushes('shop') readonly shop: Pushes,
        @InjectPushes('club') readonly club: Pushes,
      ) {}
    }
    const named = (name: string, id: string) => [
      WechatMpModule.forRoot({ ...account(simulator.url), appId: id, name }),
      PushModule.forRoot({ mode: 'local', client: getWechatMpToken(name), name }),
    ];
    @Module({ imports: [...named('shop', appId), ...named('club', other)], providers: [Both] })
    class AppModule {}
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false });
    onTestFinished(() => app.close());
    const { shop, club } = app.get(Both);
    expect(app.get(getPushesToken('shop'))).toBe(shop);
    await shop.start(plan(2));
    await club.start(plan(3));
    await Promise.all([shop.finished('spring'), club.finished('spring')]);
    const sentBy = (id: string) => simulator.deliveries.filter((delivery) => delivery.appId === id);
    expect([sentBy(appId).length, sentBy(other).length]).toEqual([2, 3]);
  });

  it('streams the progress to a browser until the push ends', async () => {
    const simulator = await platform({ latencyMs: 20 });
    const app = await start([WechatMpModule.forRoot(account(simulator.url)), local]);
    await app.listen(0, '127.0.0.1');
    await app.get(News).pushes.start(plan(40));
    const events = await eventsAt(`${await app.getUrl()}/pushes/spring/events`);
    const progress = events.filter(({ type }) => type === 'progress').map(({ data }) => JSON.parse(data));
    expect(progress.length).toBeGreaterThan(1);
    expect(progress.at(-1)).toMatchObject({ phase: 'done', counts: { sent: 40 } });
    expect(events.at(-1)?.type).toBe('end');
    expect(JSON.parse(events.at(-1)?.data ?? '')).toMatchObject({ total: 40, counts: { sent: 40 } });
    expect(events.map(({ type }) => type)).toContain('heartbeat');
  });

  it('ends the stream of a push that nobody knows with an error', async () => {
    const simulator = await platform();
    const app = await start([WechatMpModule.forRoot(account(simulator.url)), local]);
    await app.listen(0, '127.0.0.1');
    const answer = await fetch(`${await app.getUrl()}/pushes/autumn/events`);
    expect(await answer.text()).toContain('no push \\"autumn\\" is known');
  });

  it('lets what is under way end at shutdown, with its streams, and the next start sends the rest', async () => {
    const simulator = await platform({ latencyMs: 20 });
    const sendStore = { sqlite: sqliteFile() };
    const imports = () => [WechatMpModule.forRoot(account(simulator.url, { sendStore })), local];
    const app = await start(imports());
    await app.listen(0, '127.0.0.1');
    const { pushes } = app.get(News);
    const run = await pushes.start(plan(100));
    const stream = eventsAt(`${await app.getUrl()}/pushes/spring/events`);
    await delivered(simulator, 10);
    await app.close();
    const { counts } = await run.finished();
    const sent = simulator.deliveries.length;
    expect(counts).toMatchObject({ sent, unknown: 0 });
    expect(sent).toBeLessThan(100);
    expect((await stream).length).toBeGreaterThan(0);
    await expect(pushes.start(plan(1))).rejects.toMatchObject({ code: 'CONFIG' });

    const next = (await start(imports())).get(News).pushes;
    await next.start(plan(100));
    expect(await next.finished('spring')).toMatchObject({ counts: { sent: 100, replayed: sent } });
    everybodyOnce(simulator.deliveries, 100);
  });
});

describe('PushModule over a queue', () => {
  const client = (baseUrl: string) =>
    WechatMpModule.forRoot(account(baseUrl, { redis: redis.url, sendStore: 'redis' }));
  const begin = async () => {
    await redis.flush();
    return platform({ latencyMs: 20 });
  };

  it('starts a push in one application and sends it in another', async () => {
    const simulator = await begin();
    const office = await start([client(simulator.url), PushModule.forRoot(queued('queue'))]);
    const { pushes } = office.get(News);
    await pushes.start(plan(30));
    const works = await start([client(simulator.url), PushModule.forRoot(queued('worker'))]);
    expect(await pushes.finished('spring')).toMatchObject({ counts: { sent: 30 } });
    const worker = works.get(News).pushes;
    expect(await worker.progress('spring')).toMatchObject({ phase: 'done' });
    await expect(worker.start(plan(1))).rejects.toMatchObject({ code: 'CONFIG' });
    everybodyOnce(simulator.deliveries, 30);
  });

  it('F133, F134: hands the rest to another application when it shuts down in the middle', async () => {
    const simulator = await begin();
    const imports = () => [client(simulator.url), PushModule.forRoot(queued('both'))];
    const app = await start(imports());
    await (await app.get(News).pushes.start(plan(150))).progress();
    await delivered(simulator, 20);
    await app.close();
    const sent = simulator.deliveries.length;
    expect(sent).toBeLessThan(150);

    const next = (await start(imports())).get(News).pushes;
    expect(await next.finished('spring')).toMatchObject({ counts: { sent: 150, unknown: 0 } });
    everybodyOnce(simulator.deliveries, 150);
  });

  it('F135: closes worker, queue and client in this order, whatever order the hooks have', async () => {
    const simulator = await begin();
    const log: string[] = [];
    const note = (owner: { close(...rest: never[]): Promise<void> }, name: string) => {
      const close = owner.close;
      const spy = vi.spyOn(owner, 'close').mockImplementation(async function (this: unknown, ...rest) {
        await close.apply(this, rest);
        log.push(name);
      });
      onTestFinished(() => spy.mockRestore());
    };
    note(PushWorker.prototype, 'worker');
    note(PushQueue.prototype, 'queue');
    note(WechatMp.prototype, 'client');
    for (const imports of [
      [client(simulator.url), PushModule.forRoot(queued('both'))],
      [PushModule.forRoot(queued('both')), client(simulator.url)],
    ]) {
      const app = await start(imports);
      await app.get(News).pushes.find('spring');
      await app.close();
      expect(log.splice(0)).toEqual(['worker', 'queue', 'client']);
    }
  });

  it('F136: a worker that fails to close leaves the other hooks their turn', async () => {
    const simulator = await begin();
    const told: string[] = [];
    @Injectable()
    class Late implements OnApplicationShutdown {
      onApplicationShutdown() {
        told.push('late');
      }
    }
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => void vi.restoreAllMocks());
    const app = await start([client(simulator.url), PushModule.forRoot(queued('both'))], [News, Late]);
    const { close } = PushWorker.prototype;
    vi.spyOn(PushWorker.prototype, 'close').mockImplementation(async function (this: PushWorker) {
      await close.call(this);
      throw new Error('no');
    });
    const { pushes } = app.get(News);
    await expect(app.close()).resolves.toBeUndefined();
    expect(told).toEqual(['late']);
    expect(warning).toHaveBeenCalledWith('closing pushes failed: no');
    await expect(pushes.start(plan(1))).rejects.toMatchObject({ code: 'CONFIG' });
  });

  it('F139: is one worker where it is imported twice', async () => {
    const simulator = await begin();
    const runs = vi.spyOn(PushWorker.prototype, 'run');
    onTestFinished(() => runs.mockRestore());
    const once = PushModule.forRoot(queued('both'));
    const again = PushModule.forRootAsync({ client: WechatMp, useFactory: () => optionsOf('both') });
    const app = await start([client(simulator.url), once, again]);
    expect(runs).toHaveBeenCalledTimes(1);
    await app.get(News).pushes.start(plan(10));
    await app.get(News).pushes.finished('spring');
    everybodyOnce(simulator.deliveries, 10);
  });

  it('F140: takes a live Redis client in its options, and leaves it open', async () => {
    const simulator = await begin();
    const live = new Redis(redis.url, { maxRetriesPerRequest: null });
    onTestFinished(() => live.disconnect());
    const app = await start([client(simulator.url), PushModule.forRoot(queued('both', { redis: live }))]);
    await app.get(News).pushes.start(plan(3));
    await app.get(News).pushes.finished('spring');
    await app.close();
    expect(await live.ping()).toBe('PONG');
  });

  it('F141: takes its options from other providers, imported, injected or made by a class', async () => {
    const simulator = await begin();
    @Module({ providers: [{ provide: 'REDIS_URL', useValue: redis.url }], exports: ['REDIS_URL'] })
    class SettingsModule {}
    @Injectable()
    class Settings implements PushOptionsFactory {
      createOptions() {
        return optionsOf('both');
      }
    }
    const imported = PushModule.forRootAsync({
      client: WechatMp,
      imports: [SettingsModule],
      inject: ['REDIS_URL'],
      useFactory: (url: string) => ({ mode: 'both', redis: url }) as const,
    });
    const made = PushModule.forRootAsync({ client: WechatMp, useClass: Settings });
    for (const [n, way] of [imported, made].entries()) {
      const app = await start([client(simulator.url), way]);
      await app.get(News).pushes.start(plan(2, { id: `push-${n}` }));
      expect(await app.get(News).pushes.finished(`push-${n}`)).toMatchObject({ counts: { sent: 2 } });
      await app.close();
    }
  });

  it('F142: closes cleanly with an application that is a microservice as well', async () => {
    const simulator = await begin();
    @Module({ imports: [client(simulator.url), PushModule.forRoot(queued('both'))], providers: [News] })
    class HybridModule {}
    const app = await NestFactory.create(HybridModule, { logger: false });
    app.connectMicroservice({ strategy: new IdleTransport() });
    await app.startAllMicroservices();
    await app.init();
    await app.get(News).pushes.start(plan(3));
    await app.get(News).pushes.finished('spring');
    await expect(app.close()).resolves.toBeUndefined();
  });
});

describe('PushModule that is set up wrongly', () => {
  it('F141: says what is missing in words, while the application starts', async () => {
    const simulator = await platform();
    const client = WechatMpModule.forRoot(account(simulator.url));
    // As callers without types write them.
    const wrong = (options: object) =>
      PushModule.forRoot({ client: WechatMp, ...options } as unknown as PushModuleOptions);
    expect(() => PushModule.forRootAsync({ client: WechatMp })).toThrow(/exactly one of useFactory/);
    expect(() => wrong({ mode: 'local', client: undefined })).toThrow(
      /client: must be the class or the token/,
    );
    await expect(start([client, wrong({ mode: 'everywhere' })])).rejects.toThrow(/PushModule: mode:/);
    await expect(start([client, wrong({ mode: 'local', grace: 1 })])).rejects.toThrow(/grace: is no option/);
    await expect(start([client, wrong({ mode: 'both' })])).rejects.toThrow(/redis: must be a redis:/);
    await expect(
      start([client, wrong({ mode: 'both', redis: redis.url, worker: { concurrency: 0 } })]),
    ).rejects.toThrow(/PushWorker: concurrency/);
  });
});

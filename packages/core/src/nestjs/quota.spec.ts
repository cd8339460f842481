import 'reflect-metadata';
import {
  Controller,
  type DynamicModule,
  type ExecutionContext,
  Get,
  Inject,
  Injectable,
  Module,
  type Provider,
  UseGuards,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RedisServer, startRedis } from '../../../../test/support/redis-server.js';
import { HandlerQuota, type HandlerQuotaOptions } from '../rate-limit/guard/index.js';
import {
  Quota,
  QuotaGuard,
  QuotaModule,
  type QuotaModuleOptions,
  type QuotaOptionsFactory,
} from './index.js';

/** Lets the test decide when handlers end. */
const gate: { open: () => void; passed: Promise<void> } = { open: () => {}, passed: Promise.resolve() };
function closeGate() {
  gate.passed = new Promise((resolve) => {
    gate.open = resolve;
  });
}

const tenantOf = (request: { headers: Record<string, unknown> }) => {
  const tenant = request.headers['x-tenant'];
  return typeof tenant === 'string' ? tenant : undefined;
};

@Controller()
@UseGuards(QuotaGuard)
@Quota({ tenant: tenantOf, cost: 2 })
class ReportsController {
  @Get('report')
  report() {
    return { done: true };
  }
  @Get('cheap')
  @Quota({ cost: 1 })
  cheap() {
    return { done: true };
  }
  @Get('free')
  @Quota({ cost: (request) => Number(request.headers['x-cost']) })
  free() {
    return { done: true };
  }
  @Get('slow')
  async slow() {
    await gate.passed;
    return { done: true };
  }
}

@Controller('plain')
class PlainController {
  @Get()
  plain() {
    return { done: true };
  }
}

@Controller('broadcast')
class BroadcastController {
  @Get()
  @Quota({ group: 'batch' })
  broadcast() {
    return { done: true };
  }
}

const adapters = { Express: () => new ExpressAdapter(), Fastify: () => new FastifyAdapter() };
type AdapterName = keyof typeof adapters;

async function serve(name: AdapterName, quota: DynamicModule, providers: Provider[] = []) {
  const testing = await Test.createTestingModule({
    imports: [quota],
    controllers: [ReportsController, PlainController, BroadcastController],
    providers,
  }).compile();
  const app = testing.createNestApplication(adapters[name](), { logger: false });
  await app.listen(0, '127.0.0.1');
  onTestFinished(() => app.close());
  const url = await app.getUrl();
  const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
    fetch(`${url}/${path}`, { headers, ...init });
  return { app, get };
}

const forRoot = (limits: QuotaModuleOptions['limits']) => QuotaModule.forRoot({ limits });
const quotaHeaders = ({ headers }: Response) => ({
  limit: headers.get('x-ratelimit-limit'),
  remaining: headers.get('x-ratelimit-remaining'),
  reset: headers.get('x-ratelimit-reset'),
  retryAfter: headers.get('retry-after'),
});

describe.each(Object.keys(adapters) as AdapterName[])('QuotaGuard on %s', (name) => {
  it('tells an admitted caller what is left, and a refused one when to come back', async () => {
    const { get } = await serve(name, forRoot({ app: { max: 5, windowMs: 90_500 } }));
    const first = await get('report');
    expect(first.status).toBe(200);
    expect(await first.json()).toEqual({ done: true });
    expect(quotaHeaders(first)).toEqual({ limit: '5', remaining: '3', reset: '91', retryAfter: null });
    await get('report');
    const refused = await get('report');
    expect(refused.status).toBe(429);
    const { retryAfter, reset, ...rest } = quotaHeaders(refused);
    expect(rest).toEqual({ limit: '5', remaining: '0' });
    expect(Number(retryAfter)).toBeGreaterThan(60);
    expect(Number(retryAfter)).toBeLessThanOrEqual(91);
    expect(reset).toBe(retryAfter);
    const body = (await refused.json()) as { retryAfterMs: number };
    expect(body).toEqual({
      statusCode: 429,
      message: expect.stringMatching(
        /^Too many requests: the quota of the service is used up; room again in \d/,
      ),
      scope: 'app',
      retryAfterMs: expect.any(Number),
    });
    expect(Math.ceil(body.retryAfterMs / 1000)).toBe(Number(retryAfter));
  });

  it('lets a handler say more than its controller, field by field', async () => {
    const { get } = await serve(
      name,
      forRoot({ tiers: { free: { perMinute: 3 } }, tenants: { a: 'free', b: 'free' } }),
    );
    const asA = { 'x-tenant': 'a' };
    expect((await get('report', asA)).status).toBe(200); // 2 of 3
    expect((await get('report', asA)).status).toBe(429);
    expect((await get('cheap', asA)).status).toBe(200); // 3 of 3, of the same tenant
    const refused = await get('cheap', asA);
    expect(await refused.json()).toMatchObject({ statusCode: 429, scope: 'tenant' });
    expect((await get('report', { 'x-tenant': 'b' })).status).toBe(200);
    expect(quotaHeaders(await get('report'))).toMatchObject({ limit: null, remaining: null, reset: null });
  });

  it('takes the cost that a function reads from the request, and nothing for 0', async () => {
    const { get } = await serve(name, forRoot({ app: { perMinute: 10 } }));
    const remainingAfter = async (cost: string) =>
      quotaHeaders(await get('free', { 'x-cost': cost })).remaining;
    expect(await remainingAfter('7')).toBe('3');
    expect(await remainingAfter('0')).toBeNull();
    expect(await remainingAfter('3')).toBe('0');
    expect((await get('free', { 'x-cost': 'much' })).status).toBe(500);
  });

  it('counts no handler without the decorator', async () => {
    const { get } = await serve(name, forRoot({ app: { perMinute: 1 } }), [
      { provide: APP_GUARD, useExisting: QuotaGuard },
    ]);
    for (let n = 0; n < 3; n += 1) expect((await get('plain')).status).toBe(200);
    const statuses = [await get('broadcast'), await get('broadcast')].map(({ status }) => status);
    expect(statuses).toEqual([200, 429]);
  });

  it('holds a place until the answer is out, or its caller has gone', async () => {
    const { get } = await serve(name, forRoot({ app: { concurrency: 1 } }));
    closeGate();
    const slow = get('slow');
    await expect.poll(async () => (await get('cheap')).status, { timeout: 10_000 }).toBe(429);
    gate.open();
    expect((await slow).status).toBe(200);
    await expect.poll(async () => (await get('cheap')).status, { timeout: 10_000 }).toBe(200);

    closeGate();
    const leaving = new AbortController();
    const left = get('slow', {}, { signal: leaving.signal }).catch(() => 'left');
    await expect.poll(async () => (await get('cheap')).status, { timeout: 10_000 }).toBe(429);
    leaving.abort();
    expect(await left).toBe('left');
    await expect.poll(async () => (await get('cheap')).status, { timeout: 10_000 }).toBe(200);
    gate.open();
  });
});

describe('QuotaGuard elsewhere', () => {
  it.each(['rpc', 'ws'])('throws RateLimitError in a context of %s', async (type) => {
    const guard = new QuotaGuard(new HandlerQuota({ limits: { app: { perMinute: 2 } } }));
    class Handlers {
      @Quota({ cost: (data: { pages: number }) => data.pages })
      print() {
        return 'printed';
      }
    }
    const context = {
      getType: () => type,
      getClass: () => Handlers,
      getHandler: () => Handlers.prototype.print,
      getArgByIndex: () => ({ pages: 2 }),
    } as unknown as ExecutionContext;
    await expect(guard.canActivate(context)).resolves.toBe(true);
    await expect(guard.canActivate(context)).rejects.toMatchObject({
      code: 'RATE_LIMITED',
      scope: 'app',
      message: expect.stringContaining('Handlers.print: not run'),
    });
  });
});

describe('QuotaModule', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis.stop());

  const limits = { app: { perMinute: 2 } };

  it('shares one quota among services on one Redis, and keeps another name apart', async () => {
    const start = (name: string) => serve('Express', QuotaModule.forRoot({ limits, redis: redis.url, name }));
    const [one, two, other] = [await start('shop'), await start('shop'), await start('club')];
    expect((await one.get('cheap')).status).toBe(200);
    expect((await two.get('cheap')).status).toBe(200);
    expect((await one.get('cheap')).status).toBe(429);
    expect((await two.get('cheap')).status).toBe(429);
    expect((await other.get('cheap')).status).toBe(200);
    const keys = await redis.client.keys('*');
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.filter((key) => !/^wetempo:\{guard:(shop|club)\}:limit:/.test(key))).toEqual([]);
  });

  it('F140: takes a live Redis client in its options without walking through it', async () => {
    const client = new Redis(redis.url, { lazyConnect: true });
    onTestFinished(() => client.disconnect());
    const { get } = await serve('Express', QuotaModule.forRoot({ limits, redis: client, name: 'live' }));
    expect((await get('cheap')).status).toBe(200);
    expect(client.status).toBe('wait');
  });

  it('F141: takes its options from other providers, imported, injected or made by a class', async () => {
    @Module({ providers: [{ provide: 'MAX', useValue: 1 }], exports: ['MAX'] })
    class SettingsModule {}
    @Injectable()
    class Settings implements QuotaOptionsFactory {
      createOptions(): HandlerQuotaOptions {
        return { limits: { app: { perMinute: 1 } } };
      }
    }
    @Module({ providers: [Settings], exports: [Settings] })
    class ClassSettingsModule {}
    const ways = [
      QuotaModule.forRootAsync({
        imports: [SettingsModule],
        inject: ['MAX'],
        useFactory: async (perMinute: number) => ({ limits: { app: { perMinute } } }),
      }),
      QuotaModule.forRootAsync({ useClass: Settings }),
      QuotaModule.forRootAsync({ imports: [ClassSettingsModule], useExisting: Settings }),
    ];
    for (const way of ways) {
      const { get } = await serve('Express', way);
      expect((await get('cheap')).status).toBe(200);
      expect((await get('cheap')).status).toBe(429);
    }
    expect(() => QuotaModule.forRootAsync({})).toThrow(/exactly one of useFactory, useClass and useExisting/);
  });

  it('says what is wrong with its options while the application starts', async () => {
    const wrong = QuotaModule.forRoot({ limits: { app: { perMinute: 0 } } });
    await expect(serve('Express', wrong)).rejects.toThrow(/limits\.app\.perMinute/);
    const unknown = QuotaModule.forRoot({ limits: { endpoints: {} } as QuotaModuleOptions['limits'] });
    await expect(serve('Express', unknown)).rejects.toThrow(/endpoints/);
  });

  it('makes the quota itself injectable, for what is no handler', async () => {
    @Injectable()
    class Exports {
      constructor(@Inject(HandlerQuota) readonly quota: HandlerQuota) {}
    }
    const { app } = await serve('Express', forRoot(limits), [Exports]);
    await expect(app.get(Exports).quota.take({ cost: 2 })).resolves.toMatchObject({
      type: 'taken',
      remaining: 0,
    });
  });

  it('answers 503 where the store is away and may not be done without', async () => {
    const gone = await startRedis();
    const { get } = await serve(
      'Express',
      QuotaModule.forRoot({ limits: { ...limits, whenUnavailable: 'reject' }, redis: gone.url }),
    );
    expect((await get('cheap')).status).toBe(200);
    await gone.stop();
    const away = await get('cheap');
    expect(away.status).toBe(503);
    expect(await away.json()).toMatchObject({ statusCode: 503, retryAfterMs: 1_000 });
  });
});

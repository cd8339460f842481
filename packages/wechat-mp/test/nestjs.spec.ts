import 'reflect-metadata';
import { Inject, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { Redis } from 'ioredis';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WechatMp, type WechatMpOptions } from '../src/index.js';
import {
  getWechatMpToken,
  InjectWechatMp,
  WechatMpModule,
  type WechatMpOptionsFactory,
} from '../src/nestjs/index.js';
import { appId, appSecret, message, platform } from './fixtures.js';

@Injectable()
class Orders {
  constructor(@Inject(WechatMp) readonly mp: WechatMp) {}
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

const options = (baseUrl: string): WechatMpOptions => ({ appId, appSecret, baseUrl, sendStore: 'memory' });

async function start(
  imports: Parameters<typeof Test.createTestingModule>[0]['imports'],
  providers = [Orders],
) {
  const testing = await Test.createTestingModule({ imports: imports ?? [], providers }).compile();
  const app = await testing.init();
  onTestFinished(() => app.close());
  return app;
}

describe('WechatMpModule', () => {
  it('makes the client injectable by its class, and closes it with the application', async () => {
    const simulator = await platform();
    const app = await start([WechatMpModule.forRoot(options(simulator.url))]);
    const { mp } = app.get(Orders);
    await expect(mp.template.send(message(1), { requestId: 'a1' })).resolves.toMatchObject({
      status: 'sent',
    });
    await app.close();
    await expect(mp.template.send(message(2), { requestId: 'a2' })).rejects.toMatchObject({ code: 'CONFIG' });
  });

  it('F141: takes its options from other providers, imported, injected or made by a class', async () => {
    const simulator = await platform();
    @Module({ providers: [{ provide: 'BASE_URL', useValue: simulator.url }], exports: ['BASE_URL'] })
    class SettingsModule {}
    @Injectable()
    class Settings implements WechatMpOptionsFactory {
      createOptions() {
        return options(simulator.url);
      }
    }
    @Module({ providers: [Settings], exports: [Settings] })
    class ClassSettingsModule {}
    const ways = [
      WechatMpModule.forRootAsync({
        imports: [SettingsModule],
        inject: ['BASE_URL'],
        useFactory: async (baseUrl: string) => options(baseUrl),
      }),
      WechatMpModule.forRootAsync({ useClass: Settings }),
      WechatMpModule.forRootAsync({ imports: [ClassSettingsModule], useExisting: Settings }),
    ];
    for (const [n, way] of ways.entries()) {
      const app = await start([way]);
      const receipt = await app.get(Orders).mp.template.send(message(n), { requestId: `a${n}` });
      expect(receipt.status).toBe('sent');
    }
  });

  it('F141: says what is missing in words, while the application starts', async () => {
    expect(() => WechatMpModule.forRootAsync({})).toThrow(
      /exactly one of useFactory, useClass and useExisting/,
    );
    await expect(start([WechatMpModule.forRoot({ appId: 'nonsense', appSecret })])).rejects.toThrow(
      /appId: must be an app id/,
    );
  });

  it('holds several accounts by name', async () => {
    const other = 'wx0000000000000002';
    const simulator = await platform({
      accounts: [
        { appId, appSecret },
        { appId: other, appSecret },
      ],
    });
    @Injectable()
    class Both {
      constructor(
        @InjectWechatMp('shop') readonly shop: WechatMp,
        @InjectWechatMp('club') readonly club: WechatMp,
      ) {}
    }
    const app = await start(
      [
        WechatMpModule.forRoot({ ...options(simulator.url), name: 'shop' }),
        WechatMpModule.forRoot({ ...options(simulator.url), appId: other, name: 'club' }),
      ],
      // biome-ignore lint/suspicious/noExplicitAny: another provider than the usual one
      [Both as any],
    );
    const { shop, club } = app.get(Both);
    expect(app.get(getWechatMpToken('shop'))).toBe(shop);
    await shop.template.send(message(1), { requestId: 'a1' });
    await club.template.send(message(1), { requestId: 'a1' });
    expect(simulator.deliveries.map((delivery) => delivery.appId)).toEqual([appId, other]);
  });

  it('F139: two modules of one account fetch one token', async () => {
    const simulator = await platform();
    const app = await start([
      WechatMpModule.forRoot(options(simulator.url)),
      WechatMpModule.forRoot({ ...options(simulator.url), name: 'again' }),
    ]);
    const again = app.get<WechatMp>(getWechatMpToken('again'));
    await Promise.all([
      app.get(Orders).mp.template.send(message(1), { requestId: 'a1' }),
      again.template.send(message(2), { requestId: 'a2' }),
    ]);
    expect(simulator.hits('/cgi-bin/stable_token')).toBe(1);
  });

  it('F140: takes a live Redis client in its options without walking through it', async () => {
    const simulator = await platform();
    const redis = new Redis({ lazyConnect: true });
    onTestFinished(() => redis.disconnect());
    const app = await start([WechatMpModule.forRoot({ ...options(simulator.url), redis })]);
    expect(app.get(Orders).mp).toBeInstanceOf(WechatMp);
    expect(redis.status).toBe('wait');
  });

  it('F136: a client that fails to close leaves the other hooks their turn', async () => {
    const simulator = await platform();
    const told: string[] = [];
    @Injectable()
    class Late implements OnApplicationShutdown {
      constructor(@Inject(WechatMp) mp: WechatMp) {
        mp.close = () => Promise.reject(new Error('no'));
      }
      onApplicationShutdown() {
        told.push('late');
      }
    }
    // biome-ignore lint/suspicious/noExplicitAny: another provider than the usual one
    const app = await start([WechatMpModule.forRoot(options(simulator.url))], [Late as any]);
    await expect(app.close()).resolves.toBeUndefined();
    expect(told).toEqual(['late']);
  });

  it('F142: closes cleanly with an application that is a microservice as well', async () => {
    const simulator = await platform();
    @Module({ imports: [WechatMpModule.forRoot(options(simulator.url))], providers: [Orders] })
    class HybridModule {}
    const app = await NestFactory.create(HybridModule, { logger: false });
    app.connectMicroservice({ strategy: new IdleTransport() });
    await app.startAllMicroservices();
    await app.init();
    const { mp } = app.get(Orders);
    await mp.template.send(message(1), { requestId: 'a1' });
    await expect(app.close()).resolves.toBeUndefined();
    await expect(mp.template.send(message(2), { requestId: 'a2' })).rejects.toMatchObject({ code: 'CONFIG' });
  });

  it('F135: the client still sends while the application winds up', async () => {
    const simulator = await platform();
    @Injectable()
    class Farewell {
      constructor(@Inject(WechatMp) readonly mp: WechatMp) {}
      #said = false;
      async onModuleDestroy() {
        if (this.#said) return;
        this.#said = true;
        await this.mp.template.send(message(9), { requestId: 'bye' });
      }
    }
    // biome-ignore lint/suspicious/noExplicitAny: another provider than the usual one
    const app = await start([WechatMpModule.forRoot(options(simulator.url))], [Farewell as any]);
    await app.close();
    expect(simulator.deliveries).toHaveLength(1);
  });
});

import 'reflect-metadata';
import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { describe, expect, it } from 'vitest';
import { MiniProgram } from '../src/index.js';
import { getMiniProgramToken, InjectMiniProgram, MiniProgramModule } from '../src/nestjs/index.js';
import { appId, appSecret } from './fixtures.js';

const options = { appId, appSecret, sendStore: 'memory' } as const;

async function contextOf(...imports: unknown[]) {
  @Injectable()
  class Logins {
    constructor(readonly mini: MiniProgram) {}
  }
  @Module({ imports: imports as never[], providers: [Logins] })
  class AppModule {}
  const app = await NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
  return { app, logins: app.get(Logins) };
}

describe('MiniProgramModule', () => {
  it('makes the client injectable by its class, and closes it with the application', async () => {
    const { app, logins } = await contextOf(MiniProgramModule.forRoot(options));
    expect(logins.mini).toBeInstanceOf(MiniProgram);
    await app.close();
    await expect(logins.mini.subscribeMessage.listTemplates()).rejects.toMatchObject({ code: 'CONFIG' });
  });

  it('takes options from a factory', async () => {
    const { app, logins } = await contextOf(
      MiniProgramModule.forRootAsync({ useFactory: async () => options }),
    );
    expect(logins.mini).toBeInstanceOf(MiniProgram);
    await app.close();
  });

  it('holds several accounts apart by their names', async () => {
    @Injectable()
    class Shops {
      constructor(
        @InjectMiniProgram('north') readonly north: MiniProgram,
        @InjectMiniProgram('south') readonly south: MiniProgram,
      ) {}
    }
    @Module({
      imports: [
        MiniProgramModule.forRoot({ ...options, name: 'north' }),
        MiniProgramModule.forRoot({ ...options, appId: 'wx0000000000000002', name: 'south' }),
      ],
      providers: [Shops],
    })
    class AppModule {}
    const app = await NestFactory.createApplicationContext(AppModule, { logger: false, abortOnError: false });
    const { north, south } = app.get(Shops);
    expect(north.client.accountKey).not.toBe(south.client.accountKey);
    expect(app.get(getMiniProgramToken('north'))).toBe(north);
    await app.close();
  });

  it('names a wrong option while the application starts', async () => {
    const started = contextOf(MiniProgramModule.forRoot({ ...options, appId: 'gh_1' }));
    await expect(started).rejects.toThrow(/appId/);
  });
});

import 'reflect-metadata';
import { createRequire } from 'node:module';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { type Simulator, startSimulator } from '@wetempo/simulator';
import * as fromImport from '@wetempo/wechat-mp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppModule } from '../src/app.module.js';
import { Greeter } from '../src/greeter.service.js';

describe('a Nest 12 service', () => {
  let simulator: Simulator;
  let app: INestApplication;

  beforeEach(async () => {
    simulator = await startSimulator({
      accounts: [
        {
          appId: 'wx0000000000000001',
          appSecret: 'consumer-secret',
          followers: ['oConsumerProject000000000001'],
        },
      ],
    });
    const testing = await Test.createTestingModule({ imports: [AppModule.at(simulator.url)] }).compile();
    app = await testing.createNestApplication().init();
  });
  afterEach(() => simulator.close());

  it('F40: sends through the injected client and closes', async () => {
    expect(await app.get(Greeter).greet('oConsumerProject000000000001', '1')).toMatch(/^\d+$/);
    await app.close();
  });

  it('tells the errors of the other copy from those of strangers', () => {
    const fromRequire: typeof fromImport = createRequire(import.meta.url)('@wetempo/wechat-mp');
    const error = new fromRequire.ConfigError('wrong');
    expect(error).not.toBeInstanceOf(fromImport.ConfigError);
    expect(fromImport.isWechatError(error)).toBe(true);
    expect(fromImport.isWechatError(new Error('wrong'))).toBe(false);
  });
});

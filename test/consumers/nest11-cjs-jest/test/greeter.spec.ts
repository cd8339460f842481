import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import { type Simulator, startSimulator } from '@wetempo/simulator';
import { AppModule } from '../src/app.module';
import { Greeter } from '../src/greeter.service';

describe('a Nest 11 service', () => {
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
});

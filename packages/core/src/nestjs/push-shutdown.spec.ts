import { describe, expect, it } from 'vitest';
import type { PushRun } from '../push/push-run.js';
import { ClientShutdown } from './client-shutdown.js';
import { endBefore } from './client-users.js';
import type { PushEngine } from './push-engine.js';
import { PushShutdown } from './push-shutdown.js';
import { Pushes } from './pushes.js';

/** Writes down what is asked of it. */
function noting(log: string[], finish: () => Promise<void> = async () => undefined): PushEngine {
  return {
    start: async () => ({ id: 'spring' }) as PushRun,
    find: async () => undefined,
    finish: async () => {
      log.push('finish');
      await finish();
    },
    close: async () => {
      log.push('close');
    },
  };
}

describe('the end of an application', () => {
  it('F135: the client closes after its pushes, also where its hook comes first', async () => {
    const log: string[] = [];
    const pushes = new Pushes(noting(log), 1_000);
    const client = { close: async () => void log.push('client') };
    endBefore(client, () => pushes.close());
    const hooks = new PushShutdown(pushes);
    await new ClientShutdown(client).onApplicationShutdown();
    hooks.onModuleDestroy();
    await hooks.beforeApplicationShutdown();
    expect(log).toEqual(['finish', 'close', 'client']);
  });

  it('F136: no hook throws where pushes cannot be ended, and what they opened is closed', async () => {
    const log: string[] = [];
    const failing = noting(log, () => Promise.reject(new Error('no')));
    const pushes = new Pushes(failing, 1_000);
    const client = { close: async () => void log.push('client') };
    endBefore(client, () => pushes.close());
    const warnings: string[] = [];
    const hear = (warning: Error) => warnings.push(warning.message);
    process.on('warning', hear);
    new PushShutdown(pushes).onModuleDestroy();
    await new PushShutdown(pushes).beforeApplicationShutdown();
    await new ClientShutdown(client).onApplicationShutdown();
    await new Promise(setImmediate);
    process.off('warning', hear);
    expect(log).toEqual(['finish', 'close', 'client']);
    expect(warnings).toContain('closing pushes failed: no');
  });

  it('begins no push any more once it has begun', async () => {
    const pushes = new Pushes(noting([]), 1_000);
    new PushShutdown(pushes).onModuleDestroy();
    // Nothing of the plan is looked at.
    const plan = { id: 'spring', items: [] } as never;
    await expect(pushes.start(plan)).rejects.toMatchObject({ code: 'CONFIG' });
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ConsumerProject, installConsumer, packPackages } from './support/consumer-project.js';

const minutes = (count: number) => count * 60_000;
const everything = ['core', 'wechat-mp', 'simulator'];
const names = ['nest12-esm-vitest', 'nest11-cjs-jest'] as const;

/** npm waits for the disk and the network more than it works, so the projects are installed side by side. */
const projects = new Map<string, ConsumerProject>();
beforeAll(async () => {
  const packed = await packPackages(...everything);
  const install = async (name: string) => {
    projects.set(name, await installConsumer(name, packed.tarballs(...everything)));
  };
  const installed = await Promise.allSettled(names.map(install));
  await packed.remove();
  for (const outcome of installed) if (outcome.status === 'rejected') throw outcome.reason;
}, minutes(5));
afterAll(async () => {
  for (const project of projects.values()) await project.remove();
});

describe.each(names)('a service of its own: %s', (name) => {
  const npm = (...args: readonly string[]) => projects.get(name)?.npm(...args);

  it('F39: compiles with skipLibCheck off under every module resolution', {
    timeout: minutes(10),
  }, async () => {
    expect(await npm('run', 'typecheck')).toContain('tsc -p tsconfig.bundler.json');
  });

  it('F40: boots, sends a message through the injected client and closes', {
    timeout: minutes(10),
  }, async () => {
    expect(await npm('test')).toMatch(/Tests: +[1-9]\d* passed|Tests +[1-9]\d* passed/);
  });
});

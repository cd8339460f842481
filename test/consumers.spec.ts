import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type ConsumerProject,
  installConsumer,
  type PackedPackages,
  packPackages,
} from './support/consumer-project.js';

const minutes = (count: number) => count * 60_000;
const everything = ['core', 'wechat-mp', 'simulator'];

let packed: PackedPackages;
beforeAll(async () => {
  packed = await packPackages(...everything);
}, minutes(2));
afterAll(() => packed.remove());

describe.each(['nest12-esm-vitest', 'nest11-cjs-jest'])('a service of its own: %s', (name) => {
  let project: ConsumerProject;
  beforeAll(async () => {
    project = await installConsumer(name, packed.tarballs(...everything));
  }, minutes(5));
  afterAll(() => project.remove());

  it('F39: compiles with skipLibCheck off under every module resolution', {
    timeout: minutes(3),
  }, async () => {
    await project.npm('run', 'typecheck');
  });

  it('F40: boots, sends a message through the injected client and closes', {
    timeout: minutes(3),
  }, async () => {
    const output = await project.npm('test');
    expect(output).toMatch(/Tests: +[1-9]\d* passed|Tests +[1-9]\d* passed/);
  });
});

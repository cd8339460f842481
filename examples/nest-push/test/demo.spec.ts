import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Delivery } from '@wetempo/simulator';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type Simulator, startSimulator } from '@wetempo/simulator';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runOrThrow, runProgram } from '../../../test/support/run-program.js';
import { messageOf } from '../src/pushes/message-of-line.js';
import { readRecipientCsv } from '../src/pushes/recipient-csv.js';
import { csvOf, openid, orderLine } from './support/recipients.js';

const example = resolve(import.meta.dirname, '..');
const patient = { timeout: 90_000 };
let folder: string;
let csvFile: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wetempo-demo-'));
  csvFile = join(folder, 'people.csv');
});

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const demoArguments = (...more: readonly string[]) => ['demo.mjs', '--state', join(folder, 'state'), ...more];

function demo(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  return runProgram(example, process.execPath, demoArguments(...args), {
    WECHAT_APPID: '',
    WECHAT_SECRET: '',
    ...env,
  });
}

/** Starts the demo and waits until the simulator has delivered so many messages. */
async function startDemo(args: readonly string[], delivered: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, demoArguments(...args), { cwd: example, stdio: 'ignore' });
  children.push(child);
  await vi.waitFor(
    async () => expect((await deliveries()).length).toBeGreaterThanOrEqual(delivered),
    patient,
  );
  return child;
}

/** Over all runs. A line that is being written does not count. */
async function deliveries(): Promise<Delivery[]> {
  const text = await readFile(join(folder, 'state/simulated/deliveries.jsonl'), 'utf8');
  return text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Delivery);
}

const openidsOf = (all: readonly Delivery[]) => all.map((delivery) => delivery.openid).sort();
const people = (count: number) => Array.from({ length: count }, (_, index) => openid(index + 1));

describe('the demo', () => {
  it('pushes a CSV through the app and accounts for every line', patient, async () => {
    await writeFile(csvFile, csvOf(60, [orderLine(1, 1), 'o1,order-x,茶', `${openid(99)},order-99,`]));
    const { output, exitCode } = await demo(['--csv', csvFile, '--speed', '60']);
    expect(output).toMatch(/lines in the CSV +63\n +sent +60\n/);
    expect(output).toMatch(/errcode 40003 +1 +openid/);
    expect(output).toMatch(/line 64 +thing1: must not be empty/);
    expect(output).toMatch(/duplicates avoided +1 /);
    expect(output).toMatch(/least time possible/);
    expect(output).toContain('✓ every line of the CSV is accounted for');
    expect(output).not.toMatch(/Warning|SECRET/);
    expect(exitCode).toBe(0);
    expect(openidsOf(await deliveries())).toEqual(people(60));
  });

  it('delivers only what was missing after kill -9', patient, async () => {
    await writeFile(csvFile, csvOf(150));
    const killed = await startDemo(['--csv', csvFile], 30);
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const before = await deliveries();
    expect(before.length).toBeLessThan(150);

    const { output, exitCode } = await demo(['--csv', csvFile, '--speed', '30']);
    expect(output).toContain('resuming push demo from');
    expect(exitCode, output).toBe(0);
    const all = await deliveries();
    expect(all.slice(0, before.length)).toEqual(before);
    expect(openidsOf(all)).toEqual(people(150));
  });

  it('stops cleanly on Ctrl-C and goes on where it was', patient, async () => {
    await writeFile(csvFile, csvOf(150));
    const stopped = await startDemo(['--csv', csvFile], 30);
    stopped.kill('SIGINT');
    expect(await once(stopped, 'exit')).toEqual([130, null]);
    expect((await deliveries()).length).toBeLessThan(150);

    const { output, exitCode } = await demo(['--csv', csvFile, '--speed', '30']);
    expect(output).toContain('resuming push demo from');
    expect(exitCode, output).toBe(0);
    expect(openidsOf(await deliveries())).toEqual(people(150));
  });

  it('begins a new push where the last one was finished, and with --fresh', patient, async () => {
    await writeFile(csvFile, csvOf(5));
    const args = ['--csv', csvFile, '--speed', '60'];
    expect((await demo(args)).output).toContain('starting push demo');
    expect((await demo(args)).output).toMatch(/ sent +5\n +sent by an earlier run +0\n/);
    const half = await startDemo(['--csv', csvFile, '--speed', '1', '--fresh'], 1);
    half.kill('SIGKILL');
    await once(half, 'exit');
    expect((await demo([...args, '--fresh'])).output).toMatch(/ sent +5\n +sent by an earlier run +0\n/);
  });

  it('does not run twice at the same time', patient, async () => {
    await writeFile(csvFile, csvOf(100));
    const running = await startDemo(['--csv', csvFile, '--speed', '1'], 1);
    const { output, exitCode } = await demo(['--csv', csvFile]);
    expect(output).toContain(`another demo is running (process ${running.pid})`);
    expect(exitCode).toBe(2);
  });

  it.each([
    ['an unknown option', ['--colour'], /--colour/],
    ['a file that is not there', ['--csv', 'nowhere.csv'], /--csv: .*nowhere\.csv/],
    ['a template without a CSV', ['--template', 'T1'], /--template .* needs --csv/],
    ['a speed that is no number', ['--speed', 'fast'], /--speed must be a number/],
  ])('names %s', async (_, args, message) => {
    const { output, exitCode } = await demo(args);
    expect(output).toMatch(message);
    expect(exitCode).toBe(2);
  });

  it('names line and column of a CSV that is malformed, and sends nothing', patient, async () => {
    await writeFile(csvFile, 'openid,thing1\no1,茶\n');
    const { output, exitCode } = await demo(['--csv', csvFile]);
    expect(output).toContain('line 1, column key: this column is missing');
    expect(exitCode).toBe(2);
  });

  it('has a CSV that its program makes again to the letter', async () => {
    await mkdir(join(folder, 'data'));
    await cp(join(example, 'make-recipients.mjs'), join(folder, 'make-recipients.mjs'));
    await runOrThrow(folder, process.execPath, ['make-recipients.mjs']);
    for (const file of ['data/recipients.csv', 'data/not-following.txt']) {
      expect(await readFile(join(folder, file), 'utf8')).toBe(await readFile(join(example, file), 'utf8'));
    }
  });
});

describe('the CSV of the demo', () => {
  it('has 1,000 lines, among them repeated ones and two people with eight orders', async () => {
    const { lines, problems } = await readRecipientCsv(
      createReadStream(join(example, 'data/recipients.csv')),
    );
    expect(lines).toHaveLength(1_000);
    expect(problems).toEqual([]);
    const messages = new Map(lines.map((line) => [messageOf('p', 'T', line).requestId, line.openid]));
    expect(messages.size).toBe(988);
    const perPerson = new Map<string, number>();
    for (const person of messages.values()) perPerson.set(person, (perPerson.get(person) ?? 0) + 1);
    expect([...perPerson.values()].filter((count) => count > 1)).toEqual([8, 8]);
  });
});

describe('the demo against the real platform', () => {
  let platform: Simulator;
  beforeEach(async () => {
    platform = await startSimulator();
  });
  afterEach(() => platform.close());

  const push = (env: NodeJS.ProcessEnv = {}, ...more: readonly string[]) =>
    demo(['--csv', csvFile, '--template', 'TEMPLATE-1', ...more], {
      WECHAT_APPID: DEFAULT_APP_ID,
      WECHAT_SECRET: DEFAULT_APP_SECRET,
      WECHAT_BASE_URL: platform.url,
      ...env,
    });

  it('sends each line once, however often it is run', patient, async () => {
    await writeFile(csvFile, csvOf(20));
    const first = await push();
    expect(first.exitCode, first.output).toBe(0);
    expect(platform.deliveries).toHaveLength(20);
    expect(platform.deliveries[0]?.payload.template_id).toBe('TEMPLATE-1');
    const second = await push();
    expect(second.output).toContain('was finished');
    expect(second.output).toMatch(/ sent +0\n +sent by an earlier run +20\n/);
    expect(platform.deliveries).toHaveLength(20);
    await push({}, '--fresh');
    expect(platform.deliveries).toHaveLength(40);
  });

  it('names what is missing in the environment', async () => {
    await writeFile(csvFile, csvOf(1));
    const { output, exitCode } = await push({ WECHAT_SECRET: '' });
    expect(output).toContain('needs WECHAT_SECRET in the environment');
    expect(exitCode).toBe(2);
  });

  it('never prints the secret, neither a right nor a wrong one', patient, async () => {
    await writeFile(csvFile, csvOf(3));
    const wrong = await push({ WECHAT_SECRET: 'WRONG-SECRET-0001' });
    expect(wrong.output).toMatch(/40125|40001/);
    expect(wrong.output).not.toContain('WRONG-SECRET-0001');
    expect(wrong.exitCode).toBe(1);
    const right = await push();
    expect(right.output).not.toContain(DEFAULT_APP_SECRET);
    expect(right.exitCode).toBe(0);
  });
});

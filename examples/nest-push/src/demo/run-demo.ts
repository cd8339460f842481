import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { isWechatError } from '@wetempo/wechat-mp';
import type { PushReport } from '../pushes/push-report.js';
import { PushesService } from '../pushes/pushes.service.js';
import { readRecipientCsv } from '../pushes/recipient-csv.js';
import { startDemoApp } from './demo-app.js';
import { type DemoArguments, DemoError, readArguments, USAGE } from './demo-arguments.js';
import { type FinalFigures, finalReport, shortcomings } from './final-report.js';
import { askedPerPerson } from './least-time.js';
import { progressOf } from './progress.js';
import { PushClient } from './push-client.js';
import type { PushPlan } from './push-record.js';
import { realStage } from './real-stage.js';
import { lockFolder } from './run-lock.js';
import { simulatedStage } from './simulated-stage.js';
import type { Stage } from './stage.js';
import { onStopSignal } from './stop-signal.js';

const pollMs = 200;
const exitCodes = { success: 0, failure: 1, wrongInput: 2, interrupted: 130 } as const;

/** Runs the demo and answers its exit code. */
export async function runDemo(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const parsed = readArguments(args);
    if (parsed !== 'help') return await runOn(parsed, env);
    console.log(USAGE);
    return exitCodes.success;
  } catch (error) {
    if (!(error instanceof DemoError) && !isWechatError(error)) throw error;
    console.error(`\n${error.message}`);
    return exitCodes.wrongInput;
  }
}

async function runOn(args: DemoArguments, env: NodeJS.ProcessEnv): Promise<number> {
  const csv = readCsvFile(args.csvFile);
  const unlock = lockFolder(args.stateFolder);
  try {
    const { templateId } = args;
    const stage =
      templateId === undefined ? await simulatedStage(args, csv) : realStage(args, templateId, csv, env);
    try {
      return await perform(stage, csv);
    } finally {
      stage.close();
    }
  } finally {
    unlock();
  }
}

function readCsvFile(file: string): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(readFileSync(file));
  } catch (error) {
    throw new DemoError(`--csv: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Starts the app, posts the CSV to it and follows the push to its end. */
async function perform(stage: Stage, csv: Uint8Array<ArrayBuffer>): Promise<number> {
  const { name } = stage.plan.record;
  const app = await startDemoApp(stage.clientOptions, stage.pushSettings);
  const signals = onStopSignal(() => stopPush(app, name));
  try {
    console.log(`› platform: ${stage.title}\n› app: ${await app.getUrl()}\n› ${describe(stage.plan)}\n`);
    const client = new PushClient(await app.getUrl());
    const report = await follow(client, stage, csv);
    const lines = await client.lines(name);
    if (signals.received()) return sayHowToGoOn(report);
    const { lines: recipients } = await readRecipientCsv(chunks(csv));
    const perPerson = askedPerPerson(lines, recipients);
    return conclude(stage, {
      report,
      asked: sum(perPerson.values()),
      speed: stage.speed,
      leastTimeMs: stage.leastTimeMs(perPerson, Date.parse(report.startedAt)),
      check: stage.check(lines),
    });
  } finally {
    signals.ignore();
    await app.close();
  }
}

async function follow(client: PushClient, stage: Stage, csv: Uint8Array<ArrayBuffer>): Promise<PushReport> {
  const { name } = stage.plan.record;
  let report = await client.start(csv, stage.templateId, name);
  const progress = progressOf(process.stdout, report.total);
  try {
    for (;;) {
      stage.save(false);
      stage.onProgress(report);
      progress.show(report);
      if (report.endedAt !== undefined) return report;
      await sleep(pollMs);
      report = await client.report(name);
    }
  } finally {
    progress.end();
  }
}

function describe({ type, record }: PushPlan): string {
  switch (type) {
    case 'start':
      return `starting push ${record.name}`;
    case 'resume':
      return `resuming push ${record.name} from ${record.startedAt}: what was sent is not sent again`;
    case 'repeat':
      return `push ${record.name} of ${record.startedAt} was finished: what was sent is not sent again; --fresh sends it anew`;
  }
}

function stopPush(app: INestApplication, name: string): void {
  console.log('\nstopping: finishing what is under way (again to stop at once)');
  void app.get(PushesService).find(name)?.stop();
}

function sayHowToGoOn({ sent, alreadySent, total }: PushReport): number {
  console.log(
    `\nStopped with ${sent + alreadySent} of ${total} lines sent. Run the same command again to go on.`,
  );
  return exitCodes.interrupted;
}

function conclude(stage: Stage, figures: FinalFigures): number {
  console.log(`\n${finalReport(figures)}`);
  const problems = shortcomings(figures);
  stage.save(problems.length === 0);
  if (problems.length > 0) {
    console.error(`\n✗ ${problems.join('\n✗ ')}`);
    return exitCodes.failure;
  }
  console.log('\n✓ every line of the CSV is accounted for');
  if (figures.check !== undefined) console.log(deliveryNote(figures.check));
  return exitCodes.success;
}

function deliveryNote({ delivered, mostPerMinute }: NonNullable<FinalFigures['check']>): string {
  const messages = delivered.toLocaleString('en-US');
  return `✓ the simulator delivered ${messages} messages, none twice, and at most ${mostPerMinute} to one person in a minute`;
}

function sum(counts: Iterable<number>): number {
  return [...counts].reduce((total, count) => total + count, 0);
}

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_APP_ID, DEFAULT_APP_SECRET } from '@wetempo/simulator';
import type { PushReport } from '../pushes/push-report.js';
import { checkDeliveries } from './delivery-check.js';
import type { DemoArguments } from './demo-arguments.js';
import { type DemoTime, demoClock, now } from './demo-clock.js';
import { leastTimeForRecipients, leastTimeForRequests } from './least-time.js';
import { platformRules, revokedAtShare } from './platform-rules.js';
import {
  contentHash,
  forgetSimulatedPushes,
  type PushPlan,
  planPush,
  writePushRecord,
} from './push-record.js';
import { type SimulatedPlatform, startSimulatedPlatform } from './simulated-platform.js';
import type { Stage } from './stage.js';

const templateId = 'PICKUP-NOTICE';
const strangersFile = new URL('../../data/not-following.txt', import.meta.url);

/**
 * The limits of the client are in memory and die with it. So the simulator's time, which stands still between two runs,
 * goes on a minute later: then nobody gets a fifth message in a minute. Several processes share them in Redis instead.
 */
const restartTakesMs = 60_000;

/** @throws {DemoError} while another demo runs */
export async function simulatedStage(args: DemoArguments, csv: Uint8Array): Promise<Stage> {
  const folder = join(args.stateFolder, 'simulated');
  const recordFile = join(folder, `${contentHash(csv, templateId)}.json`);
  const plan = planPush(recordFile, 'demo', 'simulated', args.fresh);
  if (plan.type === 'start') forgetSimulatedPushes(folder);
  mkdirSync(folder, { recursive: true });
  const time = timeOf(plan, args.speed);
  const journalFile = join(folder, 'deliveries.jsonl');
  const notFollowing = readFileSync(strangersFile, 'utf8').split('\n').filter(Boolean);
  const platform = await startSimulatedPlatform({ time, journalFile, notFollowing });
  return {
    title: `a simulated platform at ${platform.url}; its clock runs ×${args.speed}`,
    plan,
    templateId,
    speed: args.speed,
    clientOptions: {
      appId: DEFAULT_APP_ID,
      appSecret: DEFAULT_APP_SECRET,
      baseUrl: platform.url,
      sendStore: { sqlite: join(folder, 'sends.sqlite') },
      clock: demoClock(time),
      // Nobody else calls for this account, so nothing is kept free for them.
      limits: { app: { perSecond: platformRules.perSecond }, headroom: 0 },
    },
    pushSettings: { pauseMs: 5_000 / args.speed },
    onProgress: tokenRevoker(platform),
    save: (finished) => writePushRecord(recordFile, { ...plan.record, finished, demoMs: now(time) }),
    leastTimeMs: (perPerson, startedAt) => leastTime(perPerson, now(time, startedAt)),
    check: (lines) => checkDeliveries(journalFile, lines),
    close: () => platform.close(),
  };
}

function timeOf({ record }: PushPlan, speed: number): DemoTime {
  const startMs = record.demoMs === undefined ? Date.now() : record.demoMs + restartTakesMs;
  return { startMs, realMs: Date.now(), speed };
}

function tokenRevoker(platform: SimulatedPlatform): (report: PushReport) => void {
  let revoked = false;
  return ({ total, waiting, state }) => {
    if (revoked || state !== 'running' || total - waiting < total * revokedAtShare) return;
    revoked = true;
    platform.revokeToken();
  };
}

function leastTime(perPerson: ReadonlyMap<string, number>, startedMs: number): number {
  const requests = [...perPerson.values()].reduce((sum, count) => sum + count, 0);
  return Math.max(
    leastTimeForRequests(requests, startedMs, platformRules),
    leastTimeForRecipients(perPerson.values(), platformRules.perRecipient),
  );
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { clientOptions } from '../client-options.js';
import { type DemoArguments, DemoError } from './demo-arguments.js';
import { leastTimeForRecipients } from './least-time.js';
import { contentHash, planPush, writePushRecord } from './push-record.js';
import type { Stage } from './stage.js';

/** @throws {DemoError} where the environment does not name the account */
export function realStage(
  args: DemoArguments,
  templateId: string,
  csv: Uint8Array,
  env: NodeJS.ProcessEnv,
): Stage {
  checkEnvironment(env);
  const folder = join(args.stateFolder, `real-${env.WECHAT_APPID}`);
  mkdirSync(folder, { recursive: true });
  const hash = contentHash(csv, templateId);
  const recordFile = join(folder, `${hash}.json`);
  const plan = planPush(recordFile, `csv-${hash}`, 'real', args.fresh);
  return {
    title: env.WECHAT_BASE_URL ?? 'the real platform',
    plan,
    templateId,
    speed: 1,
    clientOptions: clientOptions({ SENDS_FILE: join(folder, 'sends.sqlite'), ...env }),
    pushSettings: {},
    onProgress: () => undefined,
    save: (finished) => writePushRecord(recordFile, { ...plan.record, finished }),
    // The quotas of an account are shown in its console only; what is known is the limit for each person.
    leastTimeMs: (perPerson) => leastTimeForRecipients(perPerson.values(), { max: 4, windowMs: 60_000 }),
    check: () => undefined,
    close: () => undefined,
  };
}

function checkEnvironment(env: NodeJS.ProcessEnv): void {
  const missing = ['WECHAT_APPID', 'WECHAT_SECRET'].filter((name) => !env[name]);
  if (missing.length === 0) return;
  throw new DemoError(
    `--template pushes to the real platform, which needs ${missing.join(' and ')} in the environment`,
  );
}

import type { EndpointQuota } from '@wetempo/core';
import type { Command } from 'commander';
import { exitCodes } from '../exit-codes.js';
import { confirm } from '../output/confirm.js';
import { table } from '../output/table.js';
import type { CliPlatform } from '../platforms/index.js';
import { UsageError } from '../usage-error.js';
import { type AccountTask, accountOptions, type RunCommand, withAccount } from './run-command.js';

interface QuotaFlags {
  readonly clear?: true;
  readonly yes?: true;
}

export function addQuota(program: Command, run: RunCommand): void {
  const command = program
    .command('quota')
    .argument('[endpoint...]', 'such as template.send, or a path such as /cgi-bin/message/custom/send')
    .summary('shows what is left of the daily quotas')
    .option('--clear', 'begin the day of these endpoints anew, or of all (50 and 10 times a month)')
    .option('--yes', 'do not ask before clearing')
    .addHelpText(
      'after',
      `
Examples:
  $ wetempo quota
  $ wetempo quota template.send user.info
  $ wetempo quota template.send --clear
  $ wetempo quota --clear --yes            all endpoints`,
    );
  accountOptions(command).action((names: string[], flags: QuotaFlags) =>
    run(command, (task) =>
      withAccount(task, async (account) => {
        const isGone = flags.clear === true && !(await cleared(account, names, flags.yes === true));
        if (!isGone) await show(account, names);
        return isGone ? exitCodes.stopped : exitCodes.done;
      }),
    ),
  );
}

/** `false`: the person said no. */
async function cleared(task: AccountTask, names: readonly string[], yes: boolean): Promise<boolean> {
  const { platform, account, settings, surroundings } = task;
  const paths = names.map((name) => pathOf(platform, name));
  const what = names.length === 0 ? 'all endpoints' : names.join(', ');
  const question = `Begin the day of ${what} anew? The platform allows it a few times a month.`;
  if (!yes && !(await confirm(surroundings, question))) return false;
  for (const path of paths.length === 0 ? [undefined] : paths) {
    await platform.clearQuota(account.client, settings, path);
  }
  task.output.note(`cleared: ${what}`);
  return true;
}

interface ShownQuota {
  readonly endpoint: string;
  readonly path: string;
  readonly dailyLimit: number | null;
  readonly used: number | null;
  readonly remaining: number | null;
  readonly rateLimit: EndpointQuota['rateLimit'] | null;
}

async function show({ platform, account, output }: AccountTask, names: readonly string[]): Promise<void> {
  const quotas: ShownQuota[] = [];
  for (const endpoint of names.length === 0 ? platform.quotaEndpoints : names) {
    const path = pathOf(platform, endpoint);
    const quota = await platform.readQuota(account.client, path);
    const { dailyLimit = null, used = null, remaining = null, rateLimit = null } = quota ?? {};
    quotas.push({ endpoint, path, dailyLimit, used, remaining, rateLimit });
  }
  output.answer({ quotas }, () =>
    table([['endpoint', 'left today', 'of', 'used', 'rate'], ...quotas.map(rowOf)]),
  );
}

function rowOf({ endpoint, dailyLimit, used, remaining, rateLimit }: ShownQuota): readonly string[] {
  const rate = rateLimit ? `${rateLimit.max} per ${rateLimit.windowMs / 1000} s` : '';
  return [endpoint, `${remaining ?? '?'}`, `${dailyLimit ?? '?'}`, `${used ?? '?'}`, rate];
}

function pathOf({ endpoints }: CliPlatform, name: string): string {
  if (name.startsWith('/')) return name;
  const endpoint = endpoints.find((candidate) => candidate.name === name);
  if (endpoint !== undefined) return endpoint.path;
  const near = endpoints
    .filter((candidate) => candidate.name.startsWith(name.split('.')[0] ?? ''))
    .map((candidate) => candidate.name);
  throw new UsageError(
    `There is no endpoint "${name}".`,
    near.length === 0 ? 'Name a path from the first slash on.' : `There are ${near.join(', ')}.`,
  );
}

import type { Command } from 'commander';
import { openAccount } from '../config/open-account.js';
import { type CliSettings, type GivenOptions, readSettings } from '../config/settings.js';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { errorText, reportOf } from '../output/error-text.js';
import { Output } from '../output/output.js';
import { type CliPlatform, type OpenAccount, platformOf } from '../platforms/index.js';
import type { Surroundings } from '../surroundings.js';

/** What every command works with. */
export interface Task {
  /** The command line as it was written. */
  readonly args: readonly string[];
  readonly given: GivenOptions;
  readonly output: Output;
  readonly surroundings: Surroundings;
}

/** A task of one account. */
export interface AccountTask extends Task {
  readonly settings: CliSettings;
  readonly platform: CliPlatform;
  readonly account: OpenAccount;
}

/** Runs the work of one command, and turns whatever ends it into an exit code. */
export type RunCommand = (command: Command, work: (task: Task) => Promise<ExitCode>) => Promise<void>;

export function commandRunner(
  args: readonly string[],
  surroundings: Surroundings,
  ended: (code: ExitCode) => void,
): RunCommand {
  return async (command, work) => {
    const { json, ...given } = command.opts<GivenOptions & { json?: boolean }>();
    const output = new Output(surroundings, json === true);
    try {
      ended(await work({ args, given, output, surroundings }));
    } catch (error) {
      const { exitCode, ...report } = reportOf(error);
      output.note(errorText({ exitCode, ...report }));
      if (output.isJson) output.answer({ error: report }, () => '');
      ended(surroundings.stopping.signal.aborted ? exitCodes.stopped : exitCode);
    }
  };
}

/** Opens the account, and closes it whatever happens. */
export async function withAccount(
  task: Task,
  work: (task: AccountTask) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { env, folder } = task.surroundings;
  const settings = await readSettings({ given: task.given, env, folder });
  const platform = platformOf(settings);
  const account = openAccount(platform, settings);
  account.client.telemetry.on('warned', ({ message }) => task.output.note(`wetempo: ${message}`));
  try {
    return await work({ ...task, settings, platform, account });
  } finally {
    await account.close();
  }
}

/** The options that every command has which works on an account. */
export function accountOptions(command: Command): Command {
  return outputOptions(command)
    .option('--config <file>', 'YAML file with the configuration (WETEMPO_CONFIG)')
    .option('--platform <name>', 'whose API it is: wechat-mp or miniprogram')
    .option('--app-id <id>', 'the account (WECHAT_APPID); its secret is read from WECHAT_SECRET or the file')
    .option('--base-url <url>', 'a reverse proxy or the simulator (WECHAT_BASE_URL)')
    .option('--redis <url>', 'what the processes of the account share (REDIS_URL)')
    .option('--send-store <store>', 'redis, sqlite:path, postgres://… or mysql://… (WETEMPO_SEND_STORE)');
}

export function outputOptions(command: Command): Command {
  return command.option('--json', 'JSON on stdout, and nothing else');
}

import { Command, CommanderError } from 'commander';
import { addDoctor } from './commands/doctor.js';
import { addPush } from './commands/push.js';
import { addQuota } from './commands/quota.js';
import { commandRunner, type RunCommand } from './commands/run-command.js';
import { addSimulate } from './commands/simulate.js';
import { addStatus } from './commands/status.js';
import { addToken } from './commands/token.js';
import { addUnknown } from './commands/unknown.js';
import { addWorker } from './commands/worker.js';
import { type ExitCode, exitCodes, exitCodesHelp } from './exit-codes.js';
import type { Surroundings } from './surroundings.js';

const commands: readonly ((program: Command, run: RunCommand) => void)[] = [
  addPush,
  addWorker,
  addStatus,
  addUnknown,
  addToken,
  addQuota,
  addDoctor,
  addSimulate,
];

/** Runs one command line, without the program's own name, and answers its exit code. Never rejects. */
export async function runCli(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done;
  const program = newProgram(surroundings);
  const run = commandRunner(args, surroundings, (code) => {
    exitCode = code;
  });
  for (const add of commands) add(program, run);
  try {
    await program.parseAsync(args, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version end the same way as a mistake; commander has written what there is to say.
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
}

function newProgram({ stdout, stderr, version }: Surroundings): Command {
  return new Command('wetempo')
    .description(
      'Sends WeChat messages once, at the pace the platform allows; shows and mends what became of them.',
    )
    .version(version)
    .exitOverride()
    .showHelpAfterError('(--help shows how)')
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .addHelpText(
      'after',
      `${exitCodesHelp}

Examples:
  $ wetempo doctor
  $ wetempo push people.csv --template TEMPLATE_ID --id spring-sale
  $ wetempo status spring-sale

WECHAT_APPID, WECHAT_SECRET, WECHAT_BASE_URL, REDIS_URL and WETEMPO_SEND_STORE name the account and what it uses,
or a YAML file does: --config wetempo.yaml.`,
    );
}

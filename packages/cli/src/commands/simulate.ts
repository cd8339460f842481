import { once } from 'node:events';
import { ConfigError } from '@wetempo/core';
import type { Command } from 'commander';
import { positiveNumber, wholeNumber } from '../config/flag-numbers.js';
import { exitCodes } from '../exit-codes.js';
import { outputOptions, type RunCommand, type Task } from './run-command.js';

interface SimulateFlags {
  readonly port?: string;
  readonly host?: string;
  readonly speed?: string;
  readonly gateway?: string;
}

export function addSimulate(program: Command, run: RunCommand): void {
  const command = program
    .command('simulate')
    .summary('starts a fake platform to try things on, until it is stopped')
    .option('--port <n>', 'port to listen on; a free one by default')
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--speed <n>', 'simulated seconds per real second')
    .option('--gateway <n>', 'requests per second that pass; more get HTTP 429')
    .addHelpText(
      'after',
      `
Examples:
  $ wetempo simulate --port 8080
  $ WECHAT_BASE_URL=http://127.0.0.1:8080 WECHAT_APPID=wx0000000000000001 \\
      WECHAT_SECRET=SECRET00000000000000000000000001 wetempo doctor

Needs the package @wetempo/simulator; its own command \`wetempo-simulator\` also takes faults.`,
    );
  outputOptions(command).action((flags: SimulateFlags) =>
    run(command, async (task) => {
      await simulate(task, flags);
      return exitCodes.done;
    }),
  );
}

async function simulate({ output, surroundings: { stopping } }: Task, flags: SimulateFlags): Promise<void> {
  const { startSimulator, ...names } = await importSimulator();
  const { DEFAULT_APP_ID, DEFAULT_APP_SECRET, DEFAULT_CORP_ID, DEFAULT_AGENT_ID, DEFAULT_CORP_SECRET } =
    names;
  const simulator = await startSimulator({
    host: flags.host,
    port: flags.port === undefined ? undefined : wholeNumber(flags.port, '--port'),
    clock: { speed: positiveNumber(flags.speed, '--speed') },
    limits: { gatewayPerSecond: positiveNumber(flags.gateway, '--gateway') },
  });
  stopping.takeOver();
  const { url } = simulator;
  const corp = { corpId: DEFAULT_CORP_ID, agentId: DEFAULT_AGENT_ID, corpSecret: DEFAULT_CORP_SECRET };
  output.answer({ url, appId: DEFAULT_APP_ID, appSecret: DEFAULT_APP_SECRET, ...corp }, () =>
    [
      `Fake WeChat platform at ${url}. Point at it:`,
      `  export WECHAT_BASE_URL=${url}`,
      `  export WECHAT_APPID=${DEFAULT_APP_ID}`,
      `  export WECHAT_SECRET=${DEFAULT_APP_SECRET}`,
      `For WeCom: corpId ${DEFAULT_CORP_ID}, agentId ${DEFAULT_AGENT_ID}, corpSecret ${DEFAULT_CORP_SECRET}.`,
      'Ctrl-C stops it.',
    ].join('\n'),
  );
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort');
  await simulator.close();
}

async function importSimulator() {
  try {
    return await import('@wetempo/simulator');
  } catch (cause) {
    throw new ConfigError('simulate: the package "@wetempo/simulator" is not installed', {
      cause,
      hint: 'Run `npm install --save-dev @wetempo/simulator`.',
    });
  }
}

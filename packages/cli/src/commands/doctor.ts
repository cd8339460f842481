import type { Command } from 'commander';
import { examine } from '../doctor/examine.js';
import type { Finding } from '../doctor/finding.js';
import { exitCodes } from '../exit-codes.js';
import { accountOptions, type RunCommand } from './run-command.js';

export function addDoctor(program: Command, run: RunCommand): void {
  const command = program
    .command('doctor')
    .summary('names what is wrong with the configuration, and what to do about it')
    .description(
      'Looks at the credentials, the way to the platform, clocks, Redis, the send store, quotas and package versions.\nSends no message and changes nothing.',
    )
    .addHelpText(
      'after',
      `
Examples:
  $ wetempo doctor
  $ wetempo doctor --config wetempo.yaml
  $ wetempo doctor --json | jq '.findings[] | select(.state == "problem")'`,
    );
  accountOptions(command).action(() =>
    run(command, async ({ given, output, surroundings: { env, folder } }) => {
      const findings: Finding[] = [];
      for await (const finding of examine({ given, env, folder })) {
        findings.push(finding);
        if (!output.isJson) output.answer(finding, () => findingText(finding));
      }
      const isHealthy = !findings.some(({ state }) => state === 'problem');
      if (output.isJson) output.answer({ healthy: isHealthy, findings: findings.map(asDocument) }, () => '');
      else output.answer(undefined, () => summary(findings));
      return isHealthy ? exitCodes.done : exitCodes.unhealthy;
    }),
  );
}

function asDocument({
  name,
  state,
  seen,
  todo = null,
}: Omit<Finding, 'todo'> & { readonly todo?: string | null | undefined }) {
  return { name, state, seen, todo };
}

function findingText({ name, state, seen, todo }: Finding): string {
  const line = `${state.toUpperCase().padEnd(8)} ${name}: ${seen}`;
  return todo === undefined ? line : `${line}\n${' '.repeat(9)}→ ${todo}`;
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Finding['state']) => findings.filter(({ state }) => state === wanted).length;
  return `\n${count('problem')} problems, ${count('warning')} warnings, ${count('skipped')} skipped, ${count('ok')} in order`;
}

import { createInterface } from 'node:readline/promises';
import type { Surroundings } from '../surroundings.js';
import { UsageError } from '../usage-error.js';

/**
 * Asks a person; everything but `y` and `yes` is no.
 *
 * @throws {UsageError} where nobody is there to be asked
 */
export async function confirm({ stdin, stderr }: Surroundings, question: string): Promise<boolean> {
  if (stdin.isTTY !== true) {
    throw new UsageError(
      `${question} Nobody is there to be asked.`,
      'Say --yes to go ahead without the question.',
    );
  }
  // Not as a terminal: there readline would swallow Ctrl-C, and the process would end as if all were well.
  const prompt = createInterface({ input: stdin, output: stderr, terminal: false });
  try {
    return /^y(es)?$/i.test((await prompt.question(`${question} [y/N] `)).trim());
  } finally {
    prompt.close();
  }
}

import type { CallbackExchange } from '@wetempo/simulator';

/** What was pushed and what the app answered. */
export class DemoReport {
  readonly #lines: string[] = [];
  #isGood = true;

  add(title: string, exchanges: readonly CallbackExchange[]): void {
    for (const exchange of exchanges) {
      const { durationMs, received } = exchange;
      this.#line(`${title}: ${answerOf(exchange)} (${durationMs.toFixed(0)} ms)`, received);
    }
  }

  check(title: string, isGood: boolean): void {
    this.#line(title, isGood);
  }

  /** @returns the exit code */
  print(): number {
    console.log(`\n${this.#lines.join('\n')}\n`);
    return this.#isGood ? 0 : 1;
  }

  #line(text: string, isGood: boolean): void {
    this.#isGood &&= isGood;
    this.#lines.push(`${isGood ? '✓' : '✗'} ${text}`);
  }
}

function answerOf({ reply, status, error }: CallbackExchange): string {
  if (error !== undefined) return error;
  if (reply === undefined) return `received, ${status}`;
  return `“${reply.fields.Content}”`;
}

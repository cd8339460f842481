/** What was tried, and what came of it. */
export class DemoReport {
  readonly #lines: string[] = [];
  #isGood = true;

  check(title: string, isGood: boolean): void {
    this.#isGood &&= isGood;
    this.#lines.push(`${isGood ? '✓' : '✗'} ${title}`);
  }

  /** @returns the exit code */
  print(): number {
    console.log(`\n${this.#lines.join('\n')}\n`);
    return this.#isGood ? 0 : 1;
  }
}

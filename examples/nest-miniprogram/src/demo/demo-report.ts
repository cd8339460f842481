/** What was done and whether it came out as it should. */
export class DemoReport {
  #isGood = true;

  check(title: string, seen: unknown, wanted: unknown): void {
    const isGood = seen === wanted;
    this.#isGood &&= isGood;
    console.log(`${isGood ? '✓' : '✗'} ${title}: ${seen}${isGood ? '' : ` (wanted ${wanted})`}`);
  }

  /** Of a process: 0 where everything came out as it should. */
  get exitCode(): number {
    return this.#isGood ? 0 : 1;
  }
}

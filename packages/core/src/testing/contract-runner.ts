/** What a contract suite needs of a test runner; those of vitest, Jest and node:test all fit. */
export interface TestRunner {
  describe(name: string, define: () => void): void;
  it(name: string, run: () => Promise<void>): void;
}

/** A store under test. */
export interface StoreHarness<Store> {
  readonly store: Store;
  /** Lets time pass for the store: really, or on its clock. */
  advance(durationMs: number): Promise<void>;
  /** Ends what making the harness began; called after each test. */
  dispose?(): Promise<void>;
}

/** Runs one test on a fresh store. */
export async function onFresh<Store>(
  create: () => Promise<StoreHarness<Store>>,
  test: (harness: StoreHarness<Store>) => Promise<void>,
): Promise<void> {
  const harness = await create();
  try {
    await test(harness);
  } finally {
    await harness.dispose?.();
  }
}

/** An option of the simulator is wrong. `path` says which, `value` what it was. */
export class SimulatorOptionError extends Error {
  override readonly name = 'SimulatorOptionError';
  readonly path: string;
  readonly value: unknown;

  constructor(path: string, value: unknown, expected: string) {
    super(`${path}: expected ${expected}, got ${show(value)}`);
    this.path = path;
    this.value = value;
  }
}

function show(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  return JSON.stringify(value) ?? String(value);
}

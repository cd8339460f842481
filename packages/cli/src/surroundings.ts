/** Where a run writes to. */
export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** How a run hears that it is to end. */
export interface Stopping {
  /** Aborts at the first SIGINT or SIGTERM after `takeOver`. */
  readonly signal: AbortSignal;
  /** From now on the first signal asks the run to end by itself, and the second one ends it. Without it the first does. */
  takeOver(): void;
}

/** Everything of the process that a run uses, so that it can run in another one. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  readonly stdout: OutputStream & NodeJS.WritableStream;
  readonly stderr: OutputStream & NodeJS.WritableStream;
  readonly stopping: Stopping;
  /** Relative paths begin here. */
  readonly folder: string;
  /** Of this package. */
  readonly version: string;
}

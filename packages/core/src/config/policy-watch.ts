import { type Clock, systemClock } from '../clock/clock.js';
import { ConfigError, isWechatErrorOf } from '../errors/errors.js';
import { type PolicyOptions, parsePolicy, readPolicyText } from './policy-file.js';

export interface PolicyWatchOptions {
  readonly path: string;
  /** What was read of the file before; the first change is told against it. @default what the first looks find */
  readonly known?: PolicyOptions | undefined;
  /** Hears what the file says by now. Where it throws, the change is refused. */
  readonly onChange: (policy: PolicyOptions) => void;
  /** Hears, once for each change, why it cannot be used; what held before should hold on. Must not throw. */
  readonly onRefused: (error: ConfigError) => void;
  /** How often the file is looked at. @default 1000 */
  readonly pollMs?: number | undefined;
  /** @default the host's clock */
  readonly clock?: Clock | undefined;
}

/** The text of the file, or why there is none. */
type Sight = { readonly text: string } | { readonly error: ConfigError };

/**
 * Looks at a policy file again and again, and tells when what it says has changed.
 *
 * It reads the file by its path, so it does not matter whether an editor wrote into it, a file was renamed over it, or
 * Kubernetes turned a symbolic link. A change counts when two looks in a row have seen the same, so a half-written file
 * is not taken for a policy. Keeps no process alive.
 */
export function watchPolicyFile(options: PolicyWatchOptions): { close(): void } {
  const watch = new PolicyWatch(options);
  const closing = new AbortController();
  void poll(watch, options, closing.signal);
  return { close: () => closing.abort() };
}

async function poll(
  watch: PolicyWatch,
  { clock = systemClock, pollMs = 1000 }: PolicyWatchOptions,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await watch.look(signal);
    await (clock.idle?.(pollMs, signal) ?? clock.sleep(pollMs, signal)).catch(() => undefined);
  }
}

class PolicyWatch {
  readonly #options: PolicyWatchOptions;
  /** JSON of the policy in force. */
  #held: string | undefined;
  #seen: string | undefined;
  #judged: string | undefined;
  #isRefused = false;

  constructor(options: PolicyWatchOptions) {
    this.#options = options;
    this.#held = options.known && JSON.stringify(options.known);
  }

  async look(signal: AbortSignal): Promise<void> {
    const sight = await this.#read();
    const mark = 'text' in sight ? `text ${sight.text}` : sight.error.message;
    const isSettled = mark === this.#seen;
    this.#seen = mark;
    if (!isSettled || mark === this.#judged) return;
    this.#judged = mark;
    const verdict = 'text' in sight ? await this.#parse(sight.text) : sight.error;
    if (!signal.aborted) this.#tell(verdict);
  }

  async #read(): Promise<Sight> {
    try {
      return { text: await readPolicyText(this.#options.path) };
    } catch (error) {
      return { error: this.#configError(error) };
    }
  }

  async #parse(text: string): Promise<PolicyOptions | ConfigError> {
    try {
      return await parsePolicy(text, this.#options.path);
    } catch (error) {
      return this.#configError(error);
    }
  }

  #tell(verdict: PolicyOptions | ConfigError): void {
    const refusal = verdict instanceof ConfigError ? verdict : this.#take(verdict);
    this.#isRefused = refusal !== undefined;
    if (refusal !== undefined) this.#options.onRefused(refusal);
  }

  /** Answers why the policy cannot be used. A change of comments is none, except that it may end a refusal. */
  #take(policy: PolicyOptions): ConfigError | undefined {
    const text = JSON.stringify(policy);
    const hasChanged = this.#held !== undefined && text !== this.#held;
    try {
      if (hasChanged || this.#isRefused) this.#options.onChange(policy);
    } catch (error) {
      return this.#configError(error);
    }
    this.#held = text;
    return undefined;
  }

  #configError(error: unknown): ConfigError {
    if (isWechatErrorOf(error, 'CONFIG')) return error;
    return new ConfigError(`${this.#options.path}: the policy cannot be used`, { cause: error });
  }
}

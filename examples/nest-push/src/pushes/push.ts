import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WechatMp } from '@wetempo/wechat-mp';
import { type LineOutcome, outcomeOfError, outcomeOfReceipt } from './line-outcome.js';
import { messageOf } from './message-of-line.js';
import { type PushReport, reportOf } from './push-report.js';
import type { PushSettings } from './push-settings.js';
import type { RecipientCsv, RecipientLine } from './recipient-csv.js';
import { TrafficMeter } from './traffic-meter.js';

export interface PushOrder {
  /** Part of every message's key: the same CSV under another name is sent again. */
  readonly name: string;
  readonly templateId: string;
  readonly csv: RecipientCsv;
}

export type PushState =
  | { readonly type: 'running' }
  /** Every line was tried; see the counts for what became of them. */
  | { readonly type: 'finished' }
  /** Ended early, because the process goes or for a reason that concerns every line; some are still under way. */
  | { readonly type: 'stopping'; readonly reason: string }
  | { readonly type: 'stopped'; readonly reason: string };

/** One push on its way through its lines. */
export class Push {
  readonly #order: PushOrder;
  readonly #mp: WechatMp;
  readonly #settings: PushSettings;
  readonly #traffic: TrafficMeter;
  readonly #outcomes = new Map<number, LineOutcome>();
  /** The line that settled a message, so that another line with the same message is known as its repetition. */
  readonly #settledBy = new Map<string, number>();
  readonly #startedAt = Date.now();
  readonly #waits = new AbortController();
  readonly #running: Promise<void>;
  #state: PushState = { type: 'running' };
  #endedAt: number | undefined;

  constructor(order: PushOrder, mp: WechatMp, settings: PushSettings) {
    this.#order = order;
    this.#mp = mp;
    this.#settings = settings;
    this.#traffic = new TrafficMeter(mp.telemetry);
    for (const problem of order.csv.problems) {
      this.#outcomes.set(problem.line, { type: 'invalid', problems: [problem] });
    }
    // One listener for each message that is under way is no leak.
    setMaxListeners(0, this.#waits.signal);
    this.#running = this.#run();
  }

  get isRunning(): boolean {
    return this.#endedAt === undefined;
  }

  report(): PushReport {
    const { name, templateId, csv } = this.#order;
    return reportOf({
      id: name,
      templateId,
      state: this.#state,
      total: csv.lines.length + csv.problems.length,
      outcomes: this.#outcomes,
      startedAt: this.#startedAt,
      endedAt: this.#endedAt,
      traffic: this.#traffic.read(),
    });
  }

  /** Of every line that has one, in the order of the file. */
  outcomes(): (LineOutcome & { readonly line: number })[] {
    return [...this.#outcomes]
      .map(([line, outcome]) => ({ line, ...outcome }))
      .sort((one, other) => one.line - other.line);
  }

  /** Takes no more lines, gives what is under way some time, then ends its waits. Nothing is lost by it. */
  async stop(): Promise<void> {
    this.#halt('the process is stopping; post the same CSV again to go on');
    const patience = setTimeout(() => this.#waits.abort(), this.#settings.graceMs);
    await this.#running;
    clearTimeout(patience);
  }

  async #run(): Promise<void> {
    await this.#sendInRounds();
    this.#state =
      this.#state.type === 'stopping' ? { ...this.#state, type: 'stopped' } : { type: 'finished' };
    this.#endedAt = Date.now();
    this.#traffic.stop();
  }

  /** Lines that could not be sent get more chances once the others are through; those whose end is open, one. */
  async #sendInRounds(): Promise<void> {
    let lines = this.#order.csv.lines;
    for (let round = 1; ; round += 1) {
      await this.#sendAll(byRecipient(lines));
      lines = lines.filter(({ line }) => this.#isOpen(line, round));
      const isOver = lines.length === 0 || round >= this.#settings.rounds;
      if (isOver || this.#state.type !== 'running') return;
      await sleep(this.#settings.pauseMs, undefined, { signal: this.#waits.signal }).catch(() => undefined);
    }
  }

  /** The client sends a message whose end is open again only where the platform knows it by its id. */
  #isOpen(line: number, round: number): boolean {
    const type = this.#outcomes.get(line)?.type;
    return type === undefined || type === 'not-sent' || (type === 'unknown' && round === 1);
  }

  async #sendAll(recipients: readonly (readonly RecipientLine[])[]): Promise<void> {
    const waiting = recipients.values();
    const worker = async () => {
      for (const lines of waiting) await this.#sendTo(lines);
    };
    await Promise.all(Array.from({ length: this.#settings.parallelism }, worker));
  }

  /** One after the other: the person gets them in order, and their limit of four a minute holds up one worker only. */
  async #sendTo(lines: readonly RecipientLine[]): Promise<void> {
    for (const line of lines) {
      if (this.#state.type !== 'running') return;
      const outcome = await this.#send(line);
      this.#outcomes.set(line.line, outcome);
      if (outcome.type === 'not-sent' && outcome.concernsAll) this.#halt(outcome.reason);
    }
  }

  async #send(recipient: RecipientLine): Promise<LineOutcome> {
    const { name, templateId } = this.#order;
    const { request, requestId } = messageOf(name, templateId, recipient);
    const outcome = await this.#ask(request, requestId, recipient.line);
    const settledBy = this.#settledBy.get(requestId);
    if (outcome.type === 'already-sent' || outcome.type === 'refused') {
      if (settledBy !== undefined) return { type: 'repeated', of: settledBy };
    }
    if (['sent', 'already-sent', 'refused'].includes(outcome.type)) {
      this.#settledBy.set(requestId, recipient.line);
    }
    return outcome;
  }

  async #ask(
    request: Parameters<WechatMp['template']['send']>[0],
    requestId: string,
    line: number,
  ): Promise<LineOutcome> {
    const { deadlineMs } = this.#settings;
    try {
      const options = { requestId, deadlineMs, signal: this.#waits.signal };
      return outcomeOfReceipt(await this.#mp.template.send(request, options));
    } catch (error) {
      return outcomeOfError(error, line);
    }
  }

  #halt(reason: string): void {
    if (this.#state.type === 'running') this.#state = { type: 'stopping', reason };
  }
}

/** The lines of each person, those with the most first: whoever may get four a minute takes longest. */
function byRecipient(lines: readonly RecipientLine[]): readonly (readonly RecipientLine[])[] {
  const groups = new Map<string, RecipientLine[]>();
  for (const line of lines) {
    const group = groups.get(line.openid);
    if (group === undefined) groups.set(line.openid, [line]);
    else group.push(line);
  }
  return [...groups.values()].sort((one, other) => other.length - one.length);
}

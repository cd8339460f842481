import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { beforeWeEnd } from '../servers/before-we-end.mjs';

/** A process of our own that answers one question at a time. */
export class AskedProcess {
  static #running = new Set();
  #child;
  #exited;
  /** Settles when the questions before are answered. */
  #turn = Promise.resolve();

  /** @param url of the module that it runs */
  constructor(url, args = [], execArgv = []) {
    this.#child = fork(fileURLToPath(url), args, { execArgv });
    this.#exited = once(this.#child, 'exit');
    AskedProcess.#running.add(this);
    this.#child.once('exit', () => AskedProcess.#running.delete(this));
    // It ends by itself once we are gone, but where it is paused it does not hear of that.
    this.#child.once(
      'exit',
      beforeWeEnd(() => this.resume()),
    );
  }

  /** Whoever failed half-way may have left some behind. */
  static async killAll() {
    await Promise.all([...AskedProcess.#running].map((process) => process.kill()));
  }

  /** @throws {Error} with what went wrong over there */
  ask(question) {
    const answered = this.#turn.then(() => this.#askNow(question));
    this.#turn = answered.catch(() => undefined);
    return answered;
  }

  async #askNow(question) {
    const answered = once(this.#child, 'message').then(([message]) => message);
    this.#child.send(question);
    const message = await Promise.race([
      answered,
      this.#exited.then(() => ({ failure: 'the process ended' })),
    ]);
    if (message.failure !== undefined) throw new Error(message.failure);
    return message.answer;
  }

  /** Gives it no time for anything. */
  async kill() {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  pause() {
    this.#child.kill('SIGSTOP');
  }

  resume() {
    this.#child.kill('SIGCONT');
  }

  /** Lets it end by itself, so that it can put its things away. */
  async end() {
    if (this.#child.connected) this.#child.disconnect();
    await this.#exited;
  }
}

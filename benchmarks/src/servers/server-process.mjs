import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeWeEnd } from './before-we-end.mjs';

const startedWithinMs = 30_000;

/** A server that can be paused, killed, and started again over the same data. */
export class ServerProcess {
  #command;
  #child;

  /** @param command `{ program, args, options }` as `spawn` takes them, and the `port` that it listens on */
  constructor(command) {
    this.#command = command;
  }

  /** Answers when it takes connections. @throws {Error} where it does not start */
  async start() {
    const { program, args, options, port } = this.#command;
    const child = spawn(program, args, { ...options, stdio: 'ignore' });
    await once(child, 'spawn');
    this.#child = child;
    child.once(
      'exit',
      beforeWeEnd(() => child.kill('SIGKILL')),
    );
    const giveUpAt = Date.now() + startedWithinMs;
    while (!(await isListening(port))) {
      if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error(`${program} did not start`);
      await sleep(20);
    }
  }

  pause() {
    this.#child.kill('SIGSTOP');
  }

  resume() {
    this.#child.kill('SIGCONT');
  }

  /** @param signal the way in which it ends; it may leave a mess, but no process behind */
  async end(signal) {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

async function isListening(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

import { AskedProcess } from '../../processes/asked-process.mjs';

const file = new URL('./processes/admission-process.mjs', import.meta.url);

/** A limiter in a process of its own. */
export class AdmittingProcess {
  #process;

  static async open(name, redisUrl) {
    const admitting = new AdmittingProcess(name);
    await admitting.#process.ask({ kind: 'open', redisUrl });
    return admitting;
  }

  constructor(name) {
    this.name = name;
    this.#process = new AskedProcess(file, [name]);
  }

  /** What one admission took, of `count` with so many in flight. */
  round({ count, inFlight }) {
    return this.#process.ask({ kind: 'round', count, inFlight });
  }

  end() {
    return this.#process.end();
  }
}

import { AskedProcess } from '../../processes/asked-process.mjs';
import { limiters } from './limiters/index.mjs';

const file = new URL('./processes/admission-process.mjs', import.meta.url);

/** A limiter in a process of its own. */
export class AdmittingProcess {
  #process;
  #share;

  static async open(name, redisUrl) {
    const admitting = new AdmittingProcess(name);
    await admitting.#process.ask({ kind: 'open', redisUrl });
    return admitting;
  }

  constructor(name) {
    this.name = name;
    this.#share = limiters[name].share ?? 1;
    this.#process = new AskedProcess(file, [name]);
  }

  /** What one admission took, of `count`, or the limiter's share of it, with so many in flight. */
  async round({ count, inFlight }) {
    const own = Math.ceil(count * this.#share);
    const took = await this.#process.ask({ kind: 'round', count: own, inFlight });
    return { ...took, count: own };
  }

  end() {
    return this.#process.end();
  }
}

import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import type { Delivery } from './delivery-log.js';

/** The deliveries of one simulator after the other, in a file: one line of JSON each. */
export class DeliveryJournal {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  /** What earlier simulators delivered. A last line that was cut off by a crash is dropped. */
  read(): Delivery[] {
    const text = this.#text();
    const end = text.lastIndexOf('\n') + 1;
    if (end < text.length) truncateSync(this.#file, Buffer.byteLength(text.slice(0, end)));
    const lines = text.slice(0, end).split('\n').filter(Boolean);
    return lines.map((line) => JSON.parse(line) as Delivery);
  }

  /** Synchronous, so that nobody gets an answer about a message that a crash would then forget. */
  append(delivery: Delivery): void {
    appendFileSync(this.#file, `${JSON.stringify(delivery)}\n`);
  }

  clear(): void {
    writeFileSync(this.#file, '');
  }

  #text(): string {
    try {
      return readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw error;
    }
  }
}

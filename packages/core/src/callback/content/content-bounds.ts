import { contentError } from './content-error.js';

/** What the platforms push is some 6 levels deep and has some hundreds of parts, as the members of a large group chat. */
const deepest = 32;
const mostParts = 5000;

/** Keeps reading short: what goes beyond is refused where it does, not when all of it was read. */
export class ContentBounds {
  #parts = 0;

  /** Counts one element, attribute, section, reference or value. */
  part(at: number): void {
    this.#parts += 1;
    if (this.#parts > mostParts) throw contentError(`more than ${mostParts} parts`, at);
  }

  depth(levels: number, at: number): void {
    if (levels > deepest) throw contentError(`more than ${deepest} levels deep`, at);
  }
}

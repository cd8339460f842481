import type { TextLine } from './text-lines.js';

/** Reads whole records of CSV; throws where the text is none. */
export type ReadCsv = (text: string) => readonly (readonly string[])[];

interface WholeLine {
  readonly number: number;
  readonly text: string;
}

/** One record, by the number of its first line; `text` is what it was read from. */
export type CsvRecord = WholeLine &
  ({ readonly cells: readonly string[] } | { readonly cells?: undefined; readonly invalid: string });

const notClosed = 'has a quote that nothing closes';
const misplaced = 'has a quote in a wrong place';

/**
 * Puts lines together to records. A quote that is wrong, or that nothing closes, costs the one line it stands in; to a
 * reader of CSV alone, the rest of the file would be its field.
 */
export class CsvRecords {
  readonly #read: ReadCsv;
  readonly #maxLength: number;
  /** Yet to be looked at, the next one last. */
  #left: TextLine[] = [];
  /** Lines of a field that has not ended. */
  #open: WholeLine[] = [];
  #openLength = 0;
  /** What needs no other line; plain lines are read together, which is twenty times as fast. */
  #found: (CsvRecord | WholeLine)[] = [];

  constructor(read: ReadCsv, maxLength: number) {
    this.#read = read;
    this.#maxLength = maxLength;
  }

  /** The records that these lines complete. */
  take(lines: readonly TextLine[]): readonly CsvRecord[] {
    this.#left = [...lines].reverse();
    this.#lookThrough();
    return this.#readFound();
  }

  /** Those that the end of the file leaves. */
  end(): readonly CsvRecord[] {
    while (this.#open.length > 0) {
      this.#spoil(notClosed);
      this.#lookThrough();
    }
    return this.#readFound();
  }

  #lookThrough(): void {
    for (let line = this.#left.pop(); line !== undefined; line = this.#left.pop()) this.#look(line);
  }

  #look(line: TextLine): void {
    const { number, text } = line;
    if (text === undefined) {
      this.#passOver(line);
      return;
    }
    const isOpen = this.#open.length > 0;
    const hasOdd = hasOddQuotes(text);
    if (!isOpen && !hasOdd) {
      if (text.trim() !== '') this.#found.push({ number, text });
      return;
    }
    this.#open.push({ number, text });
    this.#openLength += text.length + 1;
    if (isOpen && hasOdd) this.#close();
    else if (this.#openLength > this.#maxLength) this.#spoil(notClosed);
  }

  #passOver(line: TextLine): void {
    if (this.#open.length > 0) {
      this.#left.push(line);
      this.#spoil(notClosed);
      return;
    }
    const invalid = `is longer than ${this.#maxLength} characters`;
    this.#found.push({ number: line.number, text: '', invalid });
  }

  #close(): void {
    const [first] = this.#open;
    const text = this.#open.map((line) => line.text).join('\n');
    const cells = this.#cellsOf(text);
    if (first === undefined || cells === undefined) {
      this.#spoil(misplaced);
      return;
    }
    this.#found.push({ number: first.number, text, cells });
    this.#forgetOpen();
  }

  /** The first of the open lines is wrong; those behind it may be lines of their own. */
  #spoil(invalid: string): void {
    const [first, ...others] = this.#open;
    if (first !== undefined) this.#found.push({ ...first, invalid });
    for (const line of others.reverse()) this.#left.push(line);
    this.#forgetOpen();
  }

  #forgetOpen(): void {
    this.#open = [];
    this.#openLength = 0;
  }

  #readFound(): readonly CsvRecord[] {
    const found = this.#found;
    this.#found = [];
    const plain = found.filter(isPlain);
    const rows = this.#rowsOf(plain.map(({ text }) => text).join('\n'));
    const isWhole = rows?.length === plain.length;
    let at = 0;
    return found.map((line) => {
      if (!isPlain(line)) return line;
      const cells = isWhole ? rows?.[at] : this.#cellsOf(line.text);
      at += 1;
      return cells === undefined ? { ...line, invalid: misplaced } : { ...line, cells };
    });
  }

  #cellsOf(text: string): readonly string[] | undefined {
    const rows = this.#rowsOf(text);
    return rows?.length === 1 ? rows[0] : undefined;
  }

  #rowsOf(text: string): readonly (readonly string[])[] | undefined {
    try {
      return text === '' ? [] : this.#read(text);
    } catch {
      return undefined;
    }
  }
}

function isPlain(line: CsvRecord | WholeLine): line is WholeLine {
  return !('cells' in line) && !('invalid' in line);
}

function hasOddQuotes(text: string): boolean {
  let isOdd = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

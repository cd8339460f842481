/** What an endpoint is answered that has no rules of its own. */
export interface StockRow {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Fields that the query or the body must have. */
  readonly required: readonly string[];
  /** `bytes` where it answers a file. */
  readonly answer: StockShape | 'bytes';
}

/** The form of a value: a plain one by its mark, or what lies inside. */
export type StockShape =
  | { readonly kind: 'text' | 'integer' | 'int64' | 'number' | 'boolean'; readonly name: string }
  | { readonly kind: 'list' | 'map'; readonly item: StockShape }
  | { readonly kind: 'object'; readonly members: ReadonlyMap<string, StockShape> };

const MARKS = { i: 'integer', l: 'int64', n: 'number', b: 'boolean' } as const;

/**
 * Reads `METHOD path required,fields answer`. The answer names its members: `name` a text, `name:i` an integer, `name:l` one of
 * 64 bits, `name:n` a number, `name:b` a boolean, `name{…}` an object, `name[…]` a list, `name<…>` a map; `!` is a file.
 */
export function readRows(text: string): StockRow[] {
  return text.split('\n').filter(Boolean).map(readRow);
}

function readRow(line: string): StockRow {
  const [method = '', path = '', required = '', answer = ''] = line.split(' ');
  return {
    method: method === 'GET' ? 'GET' : 'POST',
    path,
    required: required.split(',').filter(Boolean),
    answer: answer === '!' ? 'bytes' : new ShapeReader(answer).members(),
  };
}

class ShapeReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  members(): StockShape {
    const members = new Map<string, StockShape>();
    while (this.#at < this.#text.length && this.#text[this.#at] !== '}') {
      const name = this.#word();
      members.set(name, this.#shape(name));
      if (this.#text[this.#at] === ',') this.#at += 1;
    }
    return { kind: 'object', members };
  }

  #word(): string {
    const [word = ''] = /^\w*/.exec(this.#text.slice(this.#at)) ?? [];
    this.#at += word.length;
    return word;
  }

  /** What follows a name: a mark, a bracket, or nothing, which is a text. */
  #shape(name: string): StockShape {
    switch (this.#text[this.#at]) {
      case ':':
        this.#at += 2;
        return { kind: MARKS[this.#text[this.#at - 1] as keyof typeof MARKS], name };
      case '{':
        return this.#inside(() => this.members());
      case '[':
        return { kind: 'list', item: this.#inside(() => this.#shape(name)) };
      case '<':
        return { kind: 'map', item: this.#inside(() => this.#shape(name)) };
      default:
        return { kind: 'text', name };
    }
  }

  /** Reads between an opening and its closing bracket. */
  #inside(read: () => StockShape): StockShape {
    this.#at += 1;
    const shape = read();
    this.#at += 1;
    return shape;
  }
}

import type { CallbackContent } from '../callback-content.js';
import { ContentBounds } from './content-bounds.js';
import { contentError } from './content-error.js';
import { checkFieldName } from './content-fields.js';
import { InsideOfElement } from './inside-of-element.js';
import { decodeEntities } from './xml-entities.js';

const nameToken = /[A-Za-z_\u0080-\uffff][\w.:\-\u0080-\uffff]{0,127}/y;
const attributeToken = /\s+[^\s=<>"'/]{1,128}\s*=\s*(?:"[^"<]*"|'[^'<]*')/y;
const tagEnd = /\s*(\/?)>/y;
const closingEnd = /\s*>/y;
const blanks = /\s*/y;

/**
 * Reads the XML that the platforms push, and no more: elements, text, CDATA and comments. A general parser knows DTDs and
 * entities, which are what attacks are made of; it forgives wrong tags; and it takes 0.2 s for a body of 256 KB made of small
 * elements. This one goes over the text once, refuses what is not well-formed, and stops at its bounds.
 *
 * - A leaf is the text that stood there, in CDATA or bare. Blanks around CDATA are layout.
 * - An element that is repeated within its parent is a list. Attributes are skipped.
 */
export class XmlReader {
  readonly #text: string;
  readonly #bounds = new ContentBounds();
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** What stands within the root element. @throws {CallbackError} `content` */
  read(): CallbackContent {
    this.#skipDeclaration();
    this.#skipOutside();
    if (!this.#text.startsWith('<', this.#at)) throw contentError('no element', this.#at);
    const { content } = this.#element(1);
    this.#skipOutside();
    if (this.#at < this.#text.length) throw contentError('something after the end', this.#at);
    return content;
  }

  #element(level: number): { name: string; content: CallbackContent } {
    this.#bounds.part(this.#at);
    this.#bounds.depth(level, this.#at);
    this.#at += 1;
    const name = this.#take(nameToken, 'no element, but a document type, an instruction or damage')[0];
    checkFieldName(name, this.#at);
    while (this.#tryTake(attributeToken) !== undefined) this.#bounds.part(this.#at);
    const isEmpty = this.#take(tagEnd, 'a tag without an end')[1] === '/';
    return { name, content: isEmpty ? '' : this.#inside(name, level) };
  }

  /** Everything up to the closing tag, which is taken as well. */
  #inside(name: string, level: number): CallbackContent {
    const inside = new InsideOfElement();
    for (;;) {
      inside.addBare(this.#untilMarkup());
      if (this.#text.startsWith('</', this.#at)) {
        this.#closingTag(name);
        return inside.content(this.#at);
      }
      if (this.#text.startsWith('<![CDATA[', this.#at)) inside.addCdata(this.#between('<![CDATA[', ']]>'));
      else if (this.#text.startsWith('<!--', this.#at)) this.#between('<!--', '-->');
      else inside.addElement(this.#element(level + 1));
    }
  }

  #untilMarkup(): string {
    const end = this.#text.indexOf('<', this.#at);
    if (end === -1) throw contentError('an element without an end', this.#text.length);
    const bare = this.#text.slice(this.#at, end);
    const decoded = decodeEntities(bare, this.#at, this.#bounds);
    this.#at = end;
    return decoded;
  }

  #closingTag(name: string): void {
    const start = this.#at;
    this.#at += 2;
    if (!this.#text.startsWith(name, this.#at)) throw contentError('a wrong closing tag', start);
    this.#at += name.length;
    this.#take(closingEnd, 'a wrong closing tag');
  }

  #between(opening: string, closing: string): string {
    this.#bounds.part(this.#at);
    const start = this.#at + opening.length;
    const end = this.#text.indexOf(closing, start);
    if (end === -1) throw contentError(`a ${opening} without an end`, this.#at);
    this.#at = end + closing.length;
    return this.#text.slice(start, end);
  }

  #skipDeclaration(): void {
    this.#tryTake(blanks);
    if (/^<\?xml\s/.test(this.#text.slice(this.#at, this.#at + 6))) this.#between('<?xml', '?>');
  }

  /** Blanks and comments before and after the root element. */
  #skipOutside(): void {
    this.#tryTake(blanks);
    while (this.#text.startsWith('<!--', this.#at)) {
      this.#between('<!--', '-->');
      this.#tryTake(blanks);
    }
  }

  #tryTake(token: RegExp): RegExpExecArray | undefined {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text);
    if (found === null) return undefined;
    this.#at = token.lastIndex;
    return found;
  }

  #take(token: RegExp, problem: string): RegExpExecArray {
    const found = this.#tryTake(token);
    if (found === undefined) throw contentError(problem, this.#at);
    return found;
  }
}

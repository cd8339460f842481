import type { CallbackContent } from '../callback-content.js';
import { contentError } from './content-error.js';
import type { FieldsBeingRead } from './content-fields.js';

const notBlank = /[^ \t\r\n]/;

/** Gathers what stands in one XML element: text, or elements with nothing but blanks between them. */
export class InsideOfElement {
  #bare = '';
  /** CDATA and what is not blank around it, in order. */
  #marked: string | undefined;
  #fields: FieldsBeingRead | undefined;
  readonly #repeated = new Map<string, CallbackContent[]>();

  addBare(text: string): void {
    this.#bare += text;
    if (this.#marked !== undefined && notBlank.test(text)) this.#marked += text;
  }

  addCdata(text: string): void {
    this.#marked = (this.#marked ?? (notBlank.test(this.#bare) ? this.#bare : '')) + text;
  }

  addElement(element: { readonly name: string; readonly content: CallbackContent }): void {
    const { name, content } = element;
    this.#fields ??= {};
    const list = this.#repeated.get(name);
    const first = Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
    if (list !== undefined) list.push(content);
    else if (first === undefined) this.#fields[name] = content;
    else this.#repeat(this.#fields, name, [first, content]);
  }

  #repeat(fields: FieldsBeingRead, name: string, list: CallbackContent[]): void {
    this.#repeated.set(name, list);
    fields[name] = list;
  }

  content(at: number): CallbackContent {
    const text = this.#marked ?? this.#bare;
    if (this.#fields === undefined) return text;
    if (notBlank.test(this.#bare) || this.#marked) throw contentError('text beside elements', at);
    return this.#fields;
  }
}

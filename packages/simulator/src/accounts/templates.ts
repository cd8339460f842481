import { randomBytes } from 'node:crypto';
import type { AccountOptions, TemplateOptions } from '../options/options.js';

const MAX_TEMPLATES = 25;

export interface Template {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  /** The fields that the text names, in their order. */
  readonly fields: readonly string[];
}

/** The templates of one account. Where any id will do, only those that were deleted are unknown. */
export class Templates {
  readonly #anyId: boolean;
  readonly #templates = new Map<string, Template>();
  readonly #deleted = new Set<string>();

  constructor(options: AccountOptions['templates']) {
    this.#anyId = options === undefined || options === 'any';
    for (const option of Array.isArray(options) ? options : []) this.#add(option);
  }

  has(id: string): boolean {
    return this.#templates.has(id) || (this.#anyId && id !== '' && !this.#deleted.has(id));
  }

  /** The fields that a message must fill; none where the template's text is not known. */
  fieldsOf(id: string): readonly string[] {
    return this.#templates.get(id)?.fields ?? [];
  }

  list(): Template[] {
    return [...this.#templates.values()];
  }

  /** Undefined when the account has no room for one more. */
  create(title: string, content: string): Template | undefined {
    if (this.#templates.size >= MAX_TEMPLATES) return undefined;
    return this.#add({ id: randomBytes(32).toString('base64url'), title, content });
  }

  delete(id: string): boolean {
    const known = this.has(id);
    this.#templates.delete(id);
    this.#deleted.add(id);
    return known;
  }

  #add(option: string | TemplateOptions): Template {
    const given = typeof option === 'string' ? { id: option } : option;
    const content = given.content ?? '';
    const template = { id: given.id, title: given.title ?? given.id, content, fields: fieldsIn(content) };
    this.#templates.set(template.id, template);
    return template;
  }
}

function fieldsIn(content: string): string[] {
  return [...content.matchAll(/\{\{\s*([\w.]+?)\.DATA\s*\}\}/g)].map((match) => match[1] ?? '');
}

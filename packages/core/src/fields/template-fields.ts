import type { ValidationIssue } from '../errors/errors.js';
import { fieldRules } from './field-rules.js';

/** Values of a message by the keys of its template, for example `{ thing1: { value: '示例商品' } }`. */
export type TemplateFields = Readonly<Record<string, { readonly value: string }>>;

/** What is wrong with the value of one key. */
export interface FieldProblem {
  readonly key: string;
  readonly message: string;
}

/** Every value that breaks the rule of its type; nothing is ever cut to fit. */
export function fieldProblems(fields: TemplateFields): FieldProblem[] {
  const problems: FieldProblem[] = [];
  for (const [key, { value }] of Object.entries(fields)) {
    const message = fieldProblem(key, value);
    if (message !== undefined) problems.push({ key, message });
  }
  return problems;
}

/**
 * Checks the values of a template or subscription message as `send` does before anything goes out.
 *
 * @param path where the fields stand in the request, for example `data`
 */
export function checkTemplateFields(fields: TemplateFields, path: string): ValidationIssue[] {
  return fieldProblems(fields).map(({ key, message }) => ({ path: `${path}.${key}.value`, message }));
}

// Template pages write {{thing1.DATA}}; the key of the request is thing1.
const placeholder = /\.DATA\b|[{}]/;
const numberAtEnd = /\d+$/;

function fieldProblem(key: string, value: string): string | undefined {
  if (placeholder.test(key)) return 'must stand under the bare key, for example thing1 for {{thing1.DATA}}';
  return textProblem(value) ?? typeProblem(key, value);
}

function textProblem(value: string): string | undefined {
  if (!value.isWellFormed())
    return 'holds half of a surrogate pair, for example an emoji that was cut in two';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/.test(value)) return 'holds a control character';
  return undefined;
}

/** Keys of the older templates (`first`, `keyword1`, `remark`) and types that are not known here have no rule. */
function typeProblem(key: string, value: string): string | undefined {
  const type = key.replace(numberAtEnd, '');
  const rule = type === key ? undefined : fieldRules.get(type);
  if (rule === undefined) return undefined;
  return value === '' ? 'must not be empty' : rule(value);
}

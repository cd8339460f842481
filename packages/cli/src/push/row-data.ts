import type { RowOptions } from './push-kind.js';

// Typed keys as templates have them today (thing1), and those of the older ones (first, keyword1, remark).
const fieldName = /^(?:[a-z_]+\d+|first|remark)$/;

/** Whether a column fills a field of the template. */
export function isDataColumn(column: string, { fieldOfColumn }: RowOptions): boolean {
  return fieldName.test(column) || fieldOfColumn.has(column);
}

/** The fields of the template that a row fills. */
export function rowData(row: Readonly<Record<string, string>>, { fieldOfColumn }: RowOptions) {
  const data: Record<string, { readonly value: string }> = {};
  for (const [column, value] of Object.entries(row)) {
    const field = fieldOfColumn.get(column) ?? (fieldName.test(column) ? column : undefined);
    if (field !== undefined) data[field] = { value };
  }
  return data;
}

/** @throws {Error} where the row names nobody */
export function rowOpenid({ openid = '' }: Readonly<Record<string, string>>): string {
  if (openid === '') throw new Error('has no openid');
  return openid;
}

/** The row's own id, or one made of the push and the person. */
export function rowRequestId({ requestId, openid }: Readonly<Record<string, string>>, { push }: RowOptions) {
  return isGiven(requestId) ? requestId : `${push}:${openid}`;
}

export function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

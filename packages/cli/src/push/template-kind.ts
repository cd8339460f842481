import type { AnyMessageEndpoint } from '@wetempo/core';
import type { PushItem } from '@wetempo/core/push';
import type { PushKind, RowOptions } from './push-kind.js';

// Typed keys as templates have them today (thing1), and those of the older ones (first, keyword1, remark).
const fieldName = /^(?:[a-z_]+\d+|first|remark)$/;
const ownColumns = new Set(['openid', 'requestId', 'url', 'appid', 'pagepath']);

/** Template messages: the column `openid`, one for each field, and `requestId`, `url`, `appid`, `pagepath` if there are any. */
export function templateKind(endpoint: AnyMessageEndpoint): PushKind {
  return { endpoint, itemOf, uses };
}

function uses(column: string, { fieldOfColumn }: RowOptions): boolean {
  return ownColumns.has(column) || fieldName.test(column) || fieldOfColumn.has(column);
}

function itemOf(row: Readonly<Record<string, string>>, options: RowOptions): PushItem {
  const { openid = '', requestId, url, appid, pagepath } = row;
  if (openid === '') throw new Error('has no openid');
  const request = {
    touser: openid,
    template_id: options.template,
    data: dataOf(row, options),
    ...(isGiven(url) ? { url } : {}),
    ...(isGiven(appid) ? { miniprogram: { appid, ...(isGiven(pagepath) ? { pagepath } : {}) } } : {}),
  };
  return { requestId: isGiven(requestId) ? requestId : `${options.push}:${openid}`, request };
}

function dataOf(row: Readonly<Record<string, string>>, { fieldOfColumn }: RowOptions) {
  const data: Record<string, { readonly value: string }> = {};
  for (const [column, value] of Object.entries(row)) {
    const field = fieldOfColumn.get(column) ?? (fieldName.test(column) ? column : undefined);
    if (field !== undefined) data[field] = { value };
  }
  return data;
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text !== '';
}

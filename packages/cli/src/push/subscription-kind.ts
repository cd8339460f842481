import type { AnyMessageEndpoint } from '@wetempo/core';
import type { PushItem } from '@wetempo/core/push';
import type { PushKind, RowOptions } from './push-kind.js';
import { isDataColumn, isGiven, rowData, rowOpenid, rowRequestId } from './row-data.js';

const ownColumns = new Set(['openid', 'requestId', 'page']);

/** Subscription messages of a mini program: the column `openid`, one for each field, and `requestId`, `page` if there are any. */
export function subscriptionKind(endpoint: AnyMessageEndpoint): PushKind {
  return { endpoint, itemOf, uses: (column, what) => ownColumns.has(column) || isDataColumn(column, what) };
}

function itemOf(row: Readonly<Record<string, string>>, options: RowOptions): PushItem {
  const { page } = row;
  const request = {
    touser: rowOpenid(row),
    template_id: options.template,
    data: rowData(row, options),
    ...(isGiven(page) ? { page } : {}),
  };
  return { requestId: rowRequestId(row, options), request };
}

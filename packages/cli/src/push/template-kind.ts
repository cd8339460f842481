import type { AnyMessageEndpoint } from '@wetempo/core';
import type { PushItem } from '@wetempo/core/push';
import type { PushKind, RowOptions } from './push-kind.js';
import { isDataColumn, isGiven, rowData, rowOpenid, rowRequestId } from './row-data.js';

const ownColumns = new Set(['openid', 'requestId', 'url', 'appid', 'pagepath']);

/** Template messages: the column `openid`, one for each field, and `requestId`, `url`, `appid`, `pagepath` if there are any. */
export function templateKind(endpoint: AnyMessageEndpoint): PushKind {
  return { endpoint, itemOf, uses: (column, what) => ownColumns.has(column) || isDataColumn(column, what) };
}

function itemOf(row: Readonly<Record<string, string>>, options: RowOptions): PushItem {
  const { url, appid, pagepath } = row;
  const request = {
    touser: rowOpenid(row),
    template_id: options.template,
    data: rowData(row, options),
    ...(isGiven(url) ? { url } : {}),
    ...(isGiven(appid) ? { miniprogram: { appid, ...(isGiven(pagepath) ? { pagepath } : {}) } } : {}),
  };
  return { requestId: rowRequestId(row, options), request };
}

import { callbackCatalogSuite } from '../../../../test/support/callback-catalog-suite.js';
import { knownCallbacks } from '../../test/known-callbacks.js';
import { wecomCallbackPlatform } from './wecom-callback-platform.js';

callbackCatalogSuite({
  platform: wecomCallbackPlatform,
  known: knownCallbacks,
  lists: [
    ...['item', 'Item', 'SelectedItem', 'OptionId', 'OpitonId', 'ApprovalNode', 'NotifyNode', 'GroupId'],
    ...[
      'CorpIds.CorpId',
      'SpRecord',
      'Details',
      'Notifyer',
      'NodeList',
      'SubNodeList',
      'Comments',
      'AccountList',
    ],
    ...['AuthAddOpenKfId', 'AuthDelOpenKfId'],
  ],
  counts: ['Count', 'MemChangeCnt', 'ExpireQuotaNum', 'ExpiresIn', 'Amount'],
});

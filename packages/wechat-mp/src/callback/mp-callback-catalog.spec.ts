import { callbackCatalogSuite } from '../../../../test/support/callback-catalog-suite.js';
import { knownCallbacks } from '../../test/known-callbacks.js';
import { mpCallbackPlatform } from './mp-callback-platform.js';

callbackCatalogSuite({
  platform: mpCallbackPlatform,
  known: knownCallbacks,
  lists: ['List', 'item', 'fail_idx'],
  counts: [
    ...['TotalCount', 'FilterCount', 'SentCount', 'ErrorCount', 'Count', 'count'],
    ...['FreeCoinCount', 'PayCoinCount', 'RefundFreeCoinCount', 'RefundPayCoinCount'],
  ],
  wrappers: ['SubscribeMsgPopupEvent', 'SubscribeMsgChangeEvent', 'SubscribeMsgSentEvent'],
});

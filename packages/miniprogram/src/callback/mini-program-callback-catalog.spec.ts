import { callbackCatalogSuite } from '../../../../test/support/callback-catalog-suite.js';
import { knownCallbacks } from '../../test/known-callbacks.js';
import { miniProgramCallbackPlatform } from './mini-program-callback-platform.js';

callbackCatalogSuite({
  platform: miniProgramCallbackPlatform,
  known: knownCallbacks,
  lists: [
    ...['List', 'Actions', 'DetailList', 'detail', 'history', 'media_id_list'],
    ...['customer_material_media_id_list', 'proof_material_id'],
  ],
  counts: ['Count', 'Quantity', 'OrigPrice', 'ActualPrice', 'total_cost'],
  wrappers: [
    ...['SubscribeMsgPopupEvent', 'SubscribeMsgChangeEvent', 'SubscribeMsgSentEvent'],
    'BussiCallBackInfo',
  ],
  otherNames: { 'complaint callback': 'complaint_callback' },
});

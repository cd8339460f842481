import { defineEvent, group, text, texts } from '@wetempo/core/callback';
import { callbackPage } from '../docs.js';

const docs = callbackPage('Message_Management/Receiving_event_pushes');

/** Following, and codes that were scanned. */
export const followEvents = {
  /** `EventKey` is `qrscene_` and the scene where a code led here, else empty or missing. */
  subscribe: defineEvent('subscribe', texts('EventKey', 'Ticket'), docs),
  unsubscribe: defineEvent('unsubscribe', texts('EventKey'), docs),
  /** A follower scanned a code; `EventKey` is its scene. */
  SCAN: defineEvent('SCAN', { EventKey: text(), ...texts('Ticket') }, docs),
  /** Where the follower is, if the account asks for it. `Latitude` and `Longitude` stay text. */
  LOCATION: defineEvent('LOCATION', { Latitude: text(), Longitude: text(), ...texts('Precision') }, docs),
  guide_qrcode_scan_event: defineEvent('guide_qrcode_scan_event', {
    GuideScanEvent: group(
      texts('qrcode_guide_account', 'qrcode_guide_openid', 'openid', 'action', 'qrcode_info'),
    ),
  }),
} as const;

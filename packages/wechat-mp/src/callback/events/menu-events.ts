import { defineEvent, group, listOf, optionalCount, text, texts } from '@wetempo/core/callback';
import { callbackPage } from '../docs.js';

const docs = callbackPage('Custom_Menus/Custom_Menu_Push_Events');

const key = { EventKey: text(), ...texts('MenuId') };
const scanned = { ...key, ScanCodeInfo: group(texts('ScanType', 'ScanResult')) };
const pictures = {
  ...key,
  SendPicsInfo: group({
    Count: optionalCount(),
    PicList: group({ item: listOf(group(texts('PicMd5Sum'))) }),
  }),
};

/** Buttons of the menu. `EventKey` is the button's key, address or page. */
export const menuEvents = {
  CLICK: defineEvent('CLICK', key, docs),
  VIEW: defineEvent('VIEW', key, docs),
  view_miniprogram: defineEvent('view_miniprogram', key, docs),
  scancode_push: defineEvent('scancode_push', scanned, docs),
  /** The follower waits for an answer. */
  scancode_waitmsg: defineEvent('scancode_waitmsg', scanned, docs),
  pic_sysphoto: defineEvent('pic_sysphoto', pictures, docs),
  pic_photo_or_album: defineEvent('pic_photo_or_album', pictures, docs),
  pic_weixin: defineEvent('pic_weixin', pictures, docs),
  location_select: defineEvent(
    'location_select',
    {
      ...key,
      SendLocationInfo: group(texts('Location_X', 'Location_Y', 'Scale', 'Label', 'Poiname')),
    },
    docs,
  ),
} as const;

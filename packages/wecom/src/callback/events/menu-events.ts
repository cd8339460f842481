import { group, listOf, optionalCount, text, texts } from '@wetempo/core/callback';
import { agentEvent } from '../agent-event.js';
import { callbackPage } from '../docs.js';

const docs = callbackPage(90240);

const key = { EventKey: text() };
const scanned = { ...key, ScanCodeInfo: group(texts('ScanType', 'ScanResult')) };
const pictures = {
  ...key,
  SendPicsInfo: group({
    Count: optionalCount(),
    PicList: group({ item: listOf(group(texts('PicMd5Sum'))) }),
  }),
};

/** An agent's menu, and who sees and enters it. `EventKey` is the button's key, address or page. */
export const menuEvents = {
  subscribe: agentEvent('subscribe', texts('EventKey'), docs),
  unsubscribe: agentEvent('unsubscribe', texts('EventKey'), docs),
  enter_agent: agentEvent('enter_agent', texts('EventKey'), docs),
  /** Where the member is, if the agent asks for it. Coordinates stay text. */
  LOCATION: agentEvent(
    'LOCATION',
    { Latitude: text(), Longitude: text(), ...texts('Precision', 'AppType') },
    docs,
  ),
  click: agentEvent('click', key, docs),
  view: agentEvent('view', key, docs),
  view_miniprogram: agentEvent('view_miniprogram', key, docs),
  scancode_push: agentEvent('scancode_push', scanned, docs),
  /** The member waits for an answer. */
  scancode_waitmsg: agentEvent('scancode_waitmsg', scanned, docs),
  pic_sysphoto: agentEvent('pic_sysphoto', pictures, docs),
  pic_photo_or_album: agentEvent('pic_photo_or_album', pictures, docs),
  pic_weixin: agentEvent('pic_weixin', pictures, docs),
  location_select: agentEvent(
    'location_select',
    {
      ...key,
      SendLocationInfo: group(texts('Location_X', 'Location_Y', 'Scale', 'Label', 'Poiname')),
    },
    docs,
  ),
  switch_workbench_mode: agentEvent('switch_workbench_mode', texts('Mode')),
} as const;

import { defineMessage, text, texts } from '@wetempo/core/callback';
import { callbackPage } from './docs.js';

const docs = callbackPage('Message_Management/Receiving_standard_messages');

/** `MsgId` is the message's identity; the last two come where it is about an article. */
const common = { MsgId: text(), ...texts('MsgDataId', 'Idx') };

/** What followers write. */
export const messages = {
  /** `bizmsgmenuid` where a choice of a menu message was tapped. */
  text: defineMessage('text', { ...common, Content: text(), ...texts('bizmsgmenuid', 'BusinessId') }, docs),
  image: defineMessage('image', { ...common, MediaId: text(), ...texts('PicUrl') }, docs),
  /** `Recognition` is no longer filled; `MediaId16K` is a newer one of better quality. */
  voice: defineMessage(
    'voice',
    { ...common, MediaId: text(), ...texts('Format', 'Recognition', 'MediaId16K') },
    docs,
  ),
  video: defineMessage('video', { ...common, MediaId: text(), ...texts('ThumbMediaId') }, docs),
  shortvideo: defineMessage('shortvideo', { ...common, MediaId: text(), ...texts('ThumbMediaId') }, docs),
  /** `Location_X` is the latitude. Coordinates stay text, so that no digit is lost. */
  location: defineMessage(
    'location',
    { ...common, Location_X: text(), Location_Y: text(), ...texts('Scale', 'Label') },
    docs,
  ),
  link: defineMessage('link', { ...common, Url: text(), ...texts('Title', 'Description') }, docs),
} as const;

import { defineMessage, text, texts } from '@wetempo/core/callback';
import { callbackPage } from './docs.js';

const docs = callbackPage('framework/open-ability/customer-message/receive');

const common = { MsgId: text() };

/** What people write in the customer service conversation. */
export const messages = {
  text: defineMessage('text', { ...common, Content: text(), ...texts('BusinessId') }, docs),
  image: defineMessage('image', { ...common, MediaId: text(), ...texts('PicUrl') }, docs),
  voice: defineMessage('voice', { ...common, MediaId: text(), ...texts('Format') }, docs),
  video: defineMessage('video', { ...common, MediaId: text(), ...texts('ThumbMediaId') }, docs),
  /** `Location_X` is the latitude. Coordinates stay text, so that no digit is lost. */
  location: defineMessage(
    'location',
    { ...common, Location_X: text(), Location_Y: text(), ...texts('Scale', 'Label') },
    docs,
  ),
  /** A card that leads to one of the program's own pages. */
  miniprogrampage: defineMessage(
    'miniprogrampage',
    { ...common, AppId: text(), PagePath: text(), ...texts('Title', 'ThumbUrl', 'ThumbMediaId') },
    docs,
  ),
} as const;

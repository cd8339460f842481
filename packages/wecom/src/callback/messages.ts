import { defineMessage, text, texts } from '@wetempo/core/callback';
import { callbackPage } from './docs.js';

const docs = callbackPage(90239);

const common = { MsgId: text(), ...texts('AgentID') };

/** What members write to an agent. */
export const messages = {
  text: defineMessage('text', { ...common, Content: text() }, docs),
  image: defineMessage('image', { ...common, MediaId: text(), ...texts('PicUrl') }, docs),
  voice: defineMessage('voice', { ...common, MediaId: text(), ...texts('Format') }, docs),
  video: defineMessage('video', { ...common, MediaId: text(), ...texts('ThumbMediaId') }, docs),
  /** `Location_X` is the latitude. Coordinates stay text, so that no digit is lost. */
  location: defineMessage(
    'location',
    { ...common, Location_X: text(), Location_Y: text(), ...texts('Scale', 'Label', 'AppType') },
    docs,
  ),
  link: defineMessage('link', { ...common, Url: text(), ...texts('Title', 'Description', 'PicUrl') }, docs),
} as const;

import { commands } from './commands.js';
import { approvalEvents } from './events/approval-events.js';
import { calendarEvents } from './events/calendar-events.js';
import { cardEvents } from './events/card-events.js';
import { contactEvents } from './events/contact-events.js';
import { corpEvents } from './events/corp-events.js';
import { documentEvents } from './events/document-events.js';
import { externalContactEvents } from './events/external-contact-events.js';
import { meetingEvents } from './events/meeting-events.js';
import { menuEvents } from './events/menu-events.js';
import { messages } from './messages.js';

/**
 * Everything that the platform is known to push to a corp's agents and to third parties, by name; changes by
 * `Event.ChangeType`. Other names reach handlers as text.
 */
export const wecomCallbackCatalog = {
  messages,
  events: {
    ...menuEvents,
    ...cardEvents,
    ...contactEvents,
    ...externalContactEvents,
    ...approvalEvents,
    ...calendarEvents,
    ...meetingEvents,
    ...documentEvents,
    ...corpEvents,
  },
  commands,
} as const;

export type WecomCallbackCatalog = typeof wecomCallbackCatalog;

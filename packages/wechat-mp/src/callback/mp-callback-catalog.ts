import { accountEvents } from './events/account-events.js';
import { cardEvents } from './events/card-events.js';
import { customerServiceEvents } from './events/customer-service-events.js';
import { deliveryEvents } from './events/delivery-events.js';
import { followEvents } from './events/follow-events.js';
import { invoiceEvents } from './events/invoice-events.js';
import { menuEvents } from './events/menu-events.js';
import { subscriptionEvents } from './events/subscription-events.js';
import { messages } from './messages.js';

/** Everything that the platform is known to push to an Official Account, by name. Other names reach handlers as text. */
export const mpCallbackCatalog = {
  messages,
  events: {
    ...followEvents,
    ...menuEvents,
    ...deliveryEvents,
    ...subscriptionEvents,
    ...cardEvents,
    ...invoiceEvents,
    ...accountEvents,
    ...customerServiceEvents,
  },
  commands: {},
} as const;

export type MpCallbackCatalog = typeof mpCallbackCatalog;

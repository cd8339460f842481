import { logisticsEvents } from './events/logistics-events.js';
import { mediaEvents } from './events/media-events.js';
import { orderEvents } from './events/order-events.js';
import { paymentEvents } from './events/payment-events.js';
import { reviewEvents } from './events/review-events.js';
import { subscriptionEvents } from './events/subscription-events.js';
import { userEvents } from './events/user-events.js';
import { messages } from './messages.js';

/** Everything that the platform is known to push to a Mini Program, by name. Other names reach handlers as text. */
export const miniProgramCallbackCatalog = {
  messages,
  events: {
    ...userEvents,
    ...subscriptionEvents,
    ...mediaEvents,
    ...reviewEvents,
    ...paymentEvents,
    ...orderEvents,
    ...logisticsEvents,
  },
  commands: {},
} as const;

export type MiniProgramCallbackCatalog = typeof miniProgramCallbackCatalog;

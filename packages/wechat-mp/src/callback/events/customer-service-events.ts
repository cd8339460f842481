import { defineEvent, texts } from '@wetempo/core/callback';

/** Conversations with the account's customer service; the fields are known from second hand only. */
export const customerServiceEvents = {
  kf_create_session: defineEvent('kf_create_session', texts('KfAccount')),
  kf_close_session: defineEvent('kf_close_session', texts('KfAccount')),
  kf_switch_session: defineEvent('kf_switch_session', texts('FromKfAccount', 'ToKfAccount')),
} as const;

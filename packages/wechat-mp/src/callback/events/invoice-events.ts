import { defineEvent, texts } from '@wetempo/core/callback';

/** Electronic invoices. */
export const invoiceEvents = {
  user_authorize_invoice: defineEvent(
    'user_authorize_invoice',
    texts('SuccOrderId', 'FailOrderId', 'AppId', 'Source'),
  ),
  update_invoice_status: defineEvent('update_invoice_status', texts('Status', 'CardId', 'Code')),
  cloud_invoice_invoiceresult_event: defineEvent(
    'cloud_invoice_invoiceresult_event',
    texts('fpqqlsh', 'status', 'nsrsbh'),
  ),
} as const;

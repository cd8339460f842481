import { defineEvent, group, listOf, texts } from '@wetempo/core/callback';
import { callbackPage } from '../docs.js';

/** Checks of content, and what was uploaded for dramas and books. */
export const mediaEvents = {
  /** The answer to a check of a picture or a sound, matched by `trace_id`; `errcode` `-1008`: it could not be fetched. */
  wxa_media_check: defineEvent(
    'wxa_media_check',
    {
      ...texts('appid', 'trace_id', 'version', 'errcode', 'errmsg'),
      detail: listOf(group(texts('strategy', 'errcode', 'suggest', 'label', 'prob'))),
      result: group(texts('suggest', 'label')),
    },
    callbackPage('OpenApiDoc/sec-center/sec-check/mediaCheckAsync'),
  ),
  secbook_audit_event: defineEvent('secbook_audit_event', {
    audit_event: group({
      ...texts('book_id'),
      audit_detail: group(texts('status', 'create_time', 'audit_time')),
    }),
  }),
  secvod_audit_event: defineEvent('secvod_audit_event', {
    audit_event: group({
      ...texts('drama_id'),
      audit_detail: group(texts('status', 'audit_type', 'create_time', 'audit_time')),
    }),
  }),
  secvod_upload_event: defineEvent('secvod_upload_event', {
    upload_event: group(texts('media_id', 'source_context', 'errcode', 'errmsg')),
  }),
} as const;

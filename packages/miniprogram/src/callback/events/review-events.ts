import { defineEvent, group, listOf, text, texts } from '@wetempo/core/callback';

const application = texts('appid', 'mp_appid', 'status', 'msg', 'operation_time');

/** What the platform decides about the program: reviews of versions, names, categories, penalties. */
export const reviewEvents = {
  weapp_audit_success: defineEvent('weapp_audit_success', texts('SuccTime')),
  weapp_audit_fail: defineEvent('weapp_audit_fail', texts('Reason', 'FailTime', 'ScreenShot')),
  weapp_audit_delay: defineEvent('weapp_audit_delay', texts('Reason', 'DelayTime')),
  /** `ret` `3`: accepted, `2`: refused. */
  wxa_nickname_audit: defineEvent('wxa_nickname_audit', texts('ret', 'nickname', 'reason')),
  wxa_category_audit: defineEvent('wxa_category_audit', texts('ret', 'first', 'second', 'reason')),
  wxa_privacy_apply: defineEvent('wxa_privacy_apply', {
    result_info: group(texts('api_name', 'apply_time', 'audit_id', 'audit_time', 'reason', 'status')),
  }),
  /** No fields are known of this one and the next; they reach handlers as text. */
  wxa_illegal_record: defineEvent('wxa_illegal_record', {}),
  wxa_punish_event: defineEvent('wxa_punish_event', {}),
  wxa_appeal_record: defineEvent('wxa_appeal_record', {
    ...texts('appeal_record_id', 'appid', 'appeal_time', 'appeal_count', 'appeal_from', 'appeal_status'),
    ...texts('punish_description'),
    material: group({
      illegal_material: group(texts('content', 'content_url')),
      appeal_material: group({ ...texts('reason'), proof_material_id: listOf(text()) }),
    }),
  }),
  wxa_comment_bad_score: defineEvent('wxa_comment_bad_score', { result: group(texts('comment_id')) }),
  /** The platform spells the group's name like this. */
  betaapp_verify_apply_event: defineEvent('betaapp_verify_apply_event', {
    ApplyAuthorizationInfoNoitfy: group(application),
  }),
  betaapp_verify_event: defineEvent('betaapp_verify_event', {
    ApplyAuthorizationInfoNoitfy: group(application),
  }),
} as const;

import { defineEvent, group, listOf, optionalCount, text, texts } from '@wetempo/core/callback';
import { callbackPage } from '../docs.js';

const copyrightItem = group(
  texts(
    'ArticleIdx',
    'UserDeclareState',
    'AuditState',
    'OriginalArticleUrl',
    'OriginalArticleType',
    'CanReprint',
    'NeedReplaceContent',
    'NeedShowReprintSource',
  ),
);

/** What became of messages that were handed in, and of publications. */
export const deliveryEvents = {
  /** `Status` is `success`, or `failed:` and a reason in more spellings than are documented. */
  TEMPLATESENDJOBFINISH: defineEvent(
    'TEMPLATESENDJOBFINISH',
    { MsgID: text(), Status: text() },
    callbackPage('Message_Management/Template_Message_Interface'),
  ),
  /** `Status` is `send success`, `send fail`, or `err(…)` with the reason's number. */
  MASSSENDJOBFINISH: defineEvent(
    'MASSSENDJOBFINISH',
    {
      MsgID: text(),
      Status: text(),
      TotalCount: optionalCount(),
      FilterCount: optionalCount(),
      SentCount: optionalCount(),
      ErrorCount: optionalCount(),
      CopyrightCheckResult: group({
        Count: optionalCount(),
        ResultList: group({ item: listOf(copyrightItem) }),
        ...texts('CheckState'),
      }),
      ArticleUrlResult: group({
        Count: optionalCount(),
        ResultList: group({ item: listOf(group(texts('ArticleIdx', 'ArticleUrl'))) }),
      }),
    },
    callbackPage('Message_Management/Batch_Sends_and_Originality_Checks'),
  ),
  /**
   * `publish_status`: 0 published, 1 under way, 2 originality, 3 failed, 4 refused by review, 5 deleted by the user since,
   * 6 blocked by the platform since. `fail_idx` names each article that failed.
   */
  FREEPUBLISHJOBFINISH: defineEvent(
    'FREEPUBLISHJOBFINISH',
    {
      PublishEventInfo: group({
        ...texts('publish_id', 'publish_status', 'article_id'),
        article_detail: group({
          count: optionalCount(),
          item: listOf(group(texts('idx', 'article_url'))),
        }),
        fail_idx: listOf(text()),
      }),
    },
    callbackPage('Publish/Callback_on_finish'),
  ),
} as const;

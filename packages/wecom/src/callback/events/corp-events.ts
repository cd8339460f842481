import { listOf, text, texts } from '@wetempo/core/callback';
import { agentEvent, changeEvent } from '../agent-event.js';
import { callbackPage } from '../docs.js';

/** Customer service accounts, the agent itself, and what concerns the corp as a whole. */
export const corpEvents = {
  /** Something came for a customer service account: fetch it by `kf/sync_msg` with `Token`, good for ten minutes. */
  kf_msg_or_event: agentEvent('kf_msg_or_event', { Token: text(), OpenKfId: text() }, callbackPage(94670)),
  kf_account_auth_change: agentEvent('kf_account_auth_change', {
    AuthAddOpenKfId: listOf(text()),
    AuthDelOpenKfId: listOf(text()),
  }),
  change_app_admin: agentEvent('change_app_admin', {}),
  close_inactive_agent: agentEvent('close_inactive_agent', {}),
  reopen_inactive_agent: agentEvent('reopen_inactive_agent', {}),
  unlicensed_notify: agentEvent('unlicensed_notify', {}),
  msgaudit_notify: agentEvent('msgaudit_notify', {}),
  program_notify: agentEvent('program_notify', texts('NotifyId', 'NotifyScene')),
  share_agent_change: agentEvent('share_agent_change', texts('AppId', 'CorpId', 'AgentId')),
  share_chain_change: agentEvent('share_chain_change', {}),
  upload_media_job_finish: agentEvent('upload_media_job_finish', texts('JobId')),
  'security.change_domain_ip': changeEvent('security', 'change_domain_ip', {}),
  security: agentEvent('security', texts('ChangeType')),
} as const;

export type { AccessToken } from './accounts/access-token.js';
export type { Account } from './accounts/account.js';
export type { OauthScope } from './accounts/oauth-book.js';
export type { UserAct } from './accounts/reply-window.js';
export type { RevokeOptions, SimulatorTokens } from './accounts/token-controls.js';
export type { SimulatorUsers } from './accounts/user-controls.js';
export type { SimulatorCallbacks, UrlCheck } from './callbacks/callback-book.js';
export type { CallbackContent, CallbackValue } from './callbacks/callback-content.js';
export type { CallbackExchange } from './callbacks/callback-exchange.js';
export type { CallbackFormat, CallbackMode, CallbackSettings } from './callbacks/callback-settings.js';
export type { CallbackAccount } from './callbacks/callback-target.js';
export type { OpenApproval } from './callbacks/events.js';
export type { CallbackReply } from './callbacks/judge-answer.js';
export type { PushOptions } from './callbacks/push-options.js';
export type { ReplyFields, ReplyValue } from './callbacks/read-reply.js';
export { SimulatorClock, type SimulatorClockOptions, type TimeSource } from './clock/simulator-clock.js';
export type { Agent } from './corps/agent.js';
export type { Corp } from './corps/corp.js';
export {
  type AgentOptions,
  type CorpOptions,
  DEFAULT_AGENT_ID,
  DEFAULT_CORP_ID,
  DEFAULT_CORP_SECRET,
  type MemberOptions,
  SECOND_AGENT_ID,
  SECOND_CORP_SECRET,
} from './corps/corp-options.js';
export type { Fault, FaultHandle, FaultKind, FaultTarget } from './faults/fault.js';
export type { SimulatorFaults } from './faults/fault-book.js';
export type { RequestLogEntry } from './log/request-log.js';
export type { TrafficBucket } from './log/traffic-log.js';
export type { Delivery } from './messages/delivery-log.js';
export { SimulatorOptionError } from './options/option-error.js';
export {
  type AccountOptions,
  DEFAULT_APP_ID,
  DEFAULT_APP_SECRET,
  type EndpointWindowOptions,
  type LimitOptions,
  type SimulatorOptions,
  type TemplateOptions,
  type TokenOptions,
  type WindowOptions,
} from './options/options.js';
export { type Answer, fields, jsonText, ok, type Refusal, type Reply, refuse } from './server/answer.js';
export {
  type AccountCall,
  type AccountRoute,
  type Call,
  type CorpCall,
  type CorpRoute,
  type OpenRoute,
  type Route,
  withCorpToken,
  withoutToken,
  withToken,
} from './server/route.js';
export type { Simulator } from './simulator.js';
export { startSimulator } from './start-simulator.js';

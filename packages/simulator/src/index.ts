export type { AccessToken } from './accounts/access-token.js';
export type { Account } from './accounts/account.js';
export type { RevokeOptions, SimulatorTokens } from './accounts/token-controls.js';
export { SimulatorClock, type SimulatorClockOptions, type TimeSource } from './clock/simulator-clock.js';
export type { Fault, FaultHandle, FaultKind, FaultTarget } from './faults/fault.js';
export type { FaultBook } from './faults/fault-book.js';
export type { RequestLogEntry } from './log/request-log.js';
export type { Delivery } from './messages/delivery-log.js';
export { SimulatorOptionError } from './options/option-error.js';
export {
  type AccountOptions,
  DEFAULT_APP_ID,
  DEFAULT_APP_SECRET,
  type LimitOptions,
  type SimulatorOptions,
  type TemplateOptions,
  type TokenOptions,
} from './options/options.js';
export { type Simulator, startSimulator } from './simulator.js';

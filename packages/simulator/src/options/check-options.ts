import type { TimeSource } from '../clock/simulator-clock.js';
import { isAccounts, isCorps } from './check-accounts.js';
import {
  type Check,
  checkRecord,
  expecting,
  isAmount,
  isBoolean,
  isCount,
  isErrcode,
  isMs,
  isOneOf,
  isPerPath,
  isPositive,
  isRecord,
  isText,
  isWhole,
} from './checks.js';
import { SimulatorOptionError } from './option-error.js';
import type { LimitOptions } from './options.js';

const isTimeSource = expecting(
  'an object with now()',
  (value) => typeof (value as TimeSource | null)?.now === 'function',
);
const isSpeed = expecting('a number >= 0', isAmount);

const isClock: Check = (value, path) => {
  if (isRecord(value) && typeof value.now === 'function') return;
  checkRecord(value, path, { speed: isSpeed, startMs: isMs, source: isTimeSource });
};

const isLatency = expecting('milliseconds >= 0, or [min, max]', (value) => {
  if (!Array.isArray(value)) return isAmount(value);
  return value.length === 2 && value.every(isAmount) && value[0] <= value[1];
});

/** Checks a window: both figures must be there. */
function isWindow(more: Readonly<Record<string, Check>> = {}): Check {
  return (value, path) => {
    const counts = isOneOf('fixed', 'sliding');
    checkRecord(value, path, { max: isWhole, windowMs: isPositive, counts, ...more });
    const { max, windowMs } = value as { max?: unknown; windowMs?: unknown };
    isWhole(max, `${path}.max`);
    isPositive(windowMs, `${path}.windowMs`);
  };
}

const isGatewayWindow = isWindow();
const isEndpointWindow = isWindow({ answer: isOneOf(45009, 45011, 429), told: isBoolean });

const isLimits: Check = (value, path) => {
  checkLimits(value, path);
  const { gatewayPerSecond, gatewayWindow } = value as LimitOptions;
  if (gatewayPerSecond !== undefined && gatewayWindow !== undefined)
    throw new SimulatorOptionError(`${path}.gatewayWindow`, gatewayWindow, 'no gatewayPerSecond beside it');
};

const checkLimits: Check = (value, path) =>
  checkRecord(value, path, {
    perEndpointPerDay: isPerPath(isCount),
    perEndpointPerMinute: isPerPath(isCount),
    perEndpointWindow: isPerPath(isEndpointWindow),
    perEndpointConcurrency: isPerPath(isCount),
    perOpenidPerMinute: isCount,
    perMemberPerMinute: isWhole,
    perMemberPerHour: isWhole,
    perRobotPerMinute: isWhole,
    gatewayPerSecond: isPositive,
    gatewayBurst: isPositive,
    gatewayWindow: isGatewayWindow,
    gatewayHeaders: isOneOf('seconds', 'epoch', 'none'),
    gatewayRetryAfter: isOneOf('seconds', 'date', 'none'),
    gatewayBody: isOneOf('html', 'json'),
    tokenPerDay: isCount,
    forcedRefreshPerDay: isCount,
    forcedRefreshApartMs: isMs,
    clearQuotaPerMonth: isCount,
    conditionalMenus: isCount,
    followersPerPage: isPositive,
  });

const isTokens: Check = (value, path) =>
  checkRecord(value, path, {
    lifetimeMs: isPositive,
    overlapMs: isMs,
    wrongSecretErrcode: isOneOf(40001, 40125),
  });

const isDuplicateAnswer: Check = (value, path) => {
  if (value !== 'same-msgid') isErrcode(value, path);
};

/** @throws SimulatorOptionError naming the first option that is wrong */
export function checkOptions(options: unknown): void {
  checkRecord(options, '', {
    accounts: isAccounts,
    corps: isCorps,
    port: expecting('a port from 0 to 65535', (value) => isAmount(value) && Number(value) <= 65_535),
    host: isText,
    clock: isClock,
    latencyMs: isLatency,
    seed: isCount,
    limits: isLimits,
    tokens: isTokens,
    duplicateAnswer: isDuplicateAnswer,
    firstMsgid: expecting('digits', (value) => typeof value === 'string' && /^\d{1,19}$/.test(value)),
    journalFile: isText,
    log: isBoolean,
    maxLog: isPositive,
    keepAliveMs: isMs,
  });
}

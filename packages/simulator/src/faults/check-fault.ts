import {
  type Check,
  checkRecord,
  expecting,
  isBoolean,
  isCount,
  isErrcode,
  isMs,
  isProbability,
  isRecord,
  isText,
} from '../options/checks.js';
import { SimulatorOptionError } from '../options/option-error.js';
import type { Fault, FaultKind } from './fault.js';

const isKind = expecting(
  'a kind of fault',
  (value) => typeof value === 'string' && Object.hasOwn(OWN_CHECKS, value),
);
const isStatus = expecting(
  'an HTTP status',
  (value) => Number.isInteger(value) && Number(value) >= 200 && Number(value) < 600,
);
const isPlainText = expecting('a text', (value) => typeof value === 'string');
const isBody = expecting(
  'a text or bytes',
  (value) => typeof value === 'string' || value instanceof Uint8Array,
);
const isHeaders: Check = (value, path) => {
  const record = isRecord(value) ? value : {};
  checkRecord(value, path, Object.fromEntries(Object.keys(record).map((name) => [name, isPlainText])));
};

const COMMON: Readonly<Record<string, Check>> = {
  kind: isKind,
  probability: isProbability,
  times: isCount,
  after: isCount,
  delayMs: isMs,
};
const TARGET: Readonly<Record<string, Check>> = { path: isText, appId: isText, openid: isText };

const OWN_CHECKS: Readonly<Record<FaultKind, Readonly<Record<string, Check>>>> = {
  refuse: {},
  'cut-before': TARGET,
  'cut-after': TARGET,
  'cut-mid-answer': { ...TARGET, keepBytes: isCount },
  hang: { ...TARGET, processed: isBoolean },
  slow: TARGET,
  status: { ...TARGET, status: isStatus, body: isPlainText, headers: isHeaders, processed: isBoolean },
  html: { ...TARGET, status: isStatus, body: isPlainText, processed: isBoolean },
  errcode: { ...TARGET, errcode: isErrcode, errmsg: isPlainText, processed: isBoolean },
  body: { ...TARGET, body: isBody, status: isStatus, contentType: isText, processed: isBoolean },
  'content-type': { ...TARGET, contentType: isText },
};

/** What a kind cannot do without. */
const DEMANDED: Partial<Record<FaultKind, string>> = {
  slow: 'delayMs',
  status: 'status',
  errcode: 'errcode',
  body: 'body',
  'content-type': 'contentType',
};

/** @throws SimulatorOptionError naming the member that is wrong */
export function checkFault(value: unknown): asserts value is Fault {
  if (!isRecord(value)) throw new SimulatorOptionError('fault', value, 'an object');
  const kind = value.kind as FaultKind;
  isKind(kind, 'fault.kind');
  checkRecord(value, 'fault', { ...COMMON, ...OWN_CHECKS[kind] });
  const demanded = DEMANDED[kind];
  if (demanded === undefined || value[demanded] !== undefined) return;
  throw new SimulatorOptionError(`fault.${demanded}`, undefined, `a value, as the kind "${kind}" needs one`);
}

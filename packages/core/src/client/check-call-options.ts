import type { AnyEndpoint } from '../endpoint/endpoint.js';
import type { ValidationIssue } from '../errors/errors.js';
import type { AnyCallOptions } from './call.js';
import { invalid } from './wire-request.js';

type Rule = readonly [holds: (value: unknown) => boolean, message: string];

const anything: Rule = [() => true, ''];
const rules: Readonly<Record<string, Rule>> = {
  // Has a check of its own, which endpoints that send nothing do without.
  requestId: anything,
  group: [(value) => typeof value === 'string' && value !== '', 'must be the name of a group'],
  tenant: [isTenant, 'must be a name of 1 to 128 characters'],
  fallback: [(value) => typeof value === 'function', 'must be a function'],
  signal: [isSignal, 'must be an AbortSignal'],
  deadlineMs: [(value) => typeof value === 'number' && value > 0, 'must be a number of milliseconds above 0'],
  onLimit: [
    (value) => value === 'wait' || value === 'reject' || value === 'degrade' || value === 'queue',
    "must be 'wait', 'reject', 'degrade' or 'queue'",
  ],
  maxWaitMs: [(value) => typeof value === 'number' && value >= 0, 'must be a number of milliseconds'],
  push: [isTenant, 'must be a name of 1 to 128 characters'],
  resend: [
    (value) => value === 'never' || value === 'unknown' || value === 'failed',
    "must be 'never', 'unknown' or 'failed'",
  ],
};

/**
 * A wrong option of one call, or a misspelt one, would silently mean another wait or another message.
 *
 * @throws {ValidationError} with the name of each wrong option; nothing was sent
 */
export function checkCallOptions(endpoint: AnyEndpoint, options: AnyCallOptions): void {
  const issues = typeof options === 'object' && options !== null ? issuesOf(endpoint, options) : [noObject];
  if (issues.length > 0) throw invalid(endpoint, issues);
}

const noObject: ValidationIssue = {
  path: 'options',
  message: 'must be an object, for example { requestId: "order-1001-shipped" }',
};

function issuesOf(endpoint: AnyEndpoint, options: AnyCallOptions): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  for (const [path, value] of Object.entries(options)) {
    const [holds, message] = (Object.hasOwn(rules, path) && rules[path]) || unknownOption;
    if (value !== undefined && !holds(value)) issues.push({ path, message });
  }
  if (options.onLimit === 'queue' && endpoint.message === undefined) issues.push(onlyMessages);
  return issues;
}

const onlyMessages: ValidationIssue = { path: 'onLimit', message: "'queue' is for messages alone" };
const unknownOption: Rule = [() => false, 'is no option of a call'];

/** It becomes part of a key in the shared store. */
function isTenant(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && value.length <= 128;
}

/** By its shape: a test environment may bring an AbortSignal of its own. */
function isSignal(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof Reflect.get(value, 'aborted') === 'boolean' &&
    typeof Reflect.get(value, 'addEventListener') === 'function'
  );
}

import { isWechatError, redactText } from '@wetempo/core';
import { type ExitCode, exitCodes } from '../exit-codes.js';
import { UsageError } from '../usage-error.js';

/** What went wrong, for people and as JSON. */
export interface ErrorReport {
  readonly code: string;
  readonly message: string;
  readonly hint: string | null;
  readonly exitCode: ExitCode;
}

export function reportOf(error: unknown): ErrorReport {
  if (error instanceof UsageError) {
    return { code: 'USAGE', message: error.message, hint: error.hint ?? null, exitCode: exitCodes.usage };
  }
  if (isWechatError(error)) {
    const { code, message, hint = null } = error;
    const isOurs = code === 'CONFIG' || code === 'VALIDATION';
    return { code, message, hint, exitCode: isOurs ? exitCodes.usage : exitCodes.failed };
  }
  const message = redactText(error instanceof Error ? error.message : String(error));
  return { code: 'UNEXPECTED', message, hint: null, exitCode: exitCodes.failed };
}

export function errorText({ message, hint }: ErrorReport): string {
  return hint === null ? `wetempo: ${message}` : `wetempo: ${message}\n  ${hint}`;
}

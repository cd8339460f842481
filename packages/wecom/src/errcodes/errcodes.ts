import { type VerdictRule, verdictRules } from '@wetempo/core';
import { advice } from './advice.js';
import { rows } from './rows.js';

/** What the errcodes of WeCom mean, when they recover and what to do about them. */
export const wecomErrcodes: readonly VerdictRule[] = verdictRules(rows, advice);

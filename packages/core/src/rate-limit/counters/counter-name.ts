import { isKeptExactly, type LimitRule } from '../limit-store.js';

/**
 * Names the counter of a rule. The way of counting is part of it, so that two releases of an application, or a policy
 * that has changed, never read each other's numbers wrongly.
 */
export function counterNameOf(rule: LimitRule): string {
  switch (rule.type) {
    case 'sliding-window':
      return isKeptExactly(rule) ? `log:${rule.key}` : `slots:${rule.windowMs}:${sharedNameOf(rule)}`;
    case 'calendar':
      return `${rule.unit}:${sharedNameOf(rule)}`;
    case 'bucket':
      return `bucket:${rule.key}`;
    case 'concurrency':
      return `places:${rule.key}`;
  }
}

function sharedNameOf({ key, split }: Extract<LimitRule, { type: 'sliding-window' | 'calendar' }>): string {
  return split === undefined ? key : `${split.counter}:${split.groups.map(({ name }) => name).join(',')}`;
}

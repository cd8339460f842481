import { answerCode } from '../answer-code.js';
import type { Feed, Stop } from './feed.js';

/** Limits that were met, and those that held calls back before they left. */
export function feedLimits({ telemetry, metrics, bounds }: Feed): Stop[] {
  return [
    telemetry.on('limit.hit', (event) => {
      const { account, attributedTo: scope } = event;
      const endpoint = bounds.endpoint.of(event.endpoint);
      metrics.limitAnswers.inc({ account, endpoint, scope, code: bounds.code.of(answerCode(event)) });
    }),
    telemetry.on('limit.waited', ({ account, scope, waitMs }) => {
      metrics.limiterDelay.observe({ account, scope }, waitMs / 1000);
    }),
    telemetry.on('limit.shadowed', ({ account, endpoint, scope }) => {
      metrics.limitsShadowed.inc({ account, endpoint: bounds.endpoint.of(endpoint), scope });
    }),
    telemetry.on('group.drew', ({ account, group, how }) => {
      metrics.groupAdmissions.inc({ account, group: bounds.group.of(group ?? 'default'), how });
    }),
    telemetry.on('policy.changed', () => metrics.policyReloads.inc({ result: 'changed' })),
    telemetry.on('policy.refused', () => metrics.policyReloads.inc({ result: 'refused' })),
    telemetry.on('store.trouble', ({ store, operation }) => metrics.storeTrouble.inc({ store, operation })),
  ];
}

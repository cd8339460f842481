import type { AnswerScope } from '../../verdict/verdict.js';

/** What happened in the last ten seconds, beside the limit answer itself. */
export interface Neighbourhood {
  /** Endpoints that met a limit, the answer's own included. */
  readonly limitedEndpoints: number;
  /** Requests of other endpoints that went through, of those that met no limit. */
  readonly otherSuccesses: number;
}

export interface LimitMet {
  /** What the verdict says. */
  readonly scope: AnswerScope;
  /** A quota that is used up for the day: that of one endpoint, however many meet theirs at the same time. */
  readonly isForDay: boolean;
}

/** How long limit answers count as met together. */
export const togetherMs = 10_000;
/** So many endpoints that meet a limit of their own at once have met a common one. */
const commonEndpoints = 3;
/** So many requests of others that go through meanwhile rule a common limit out. */
const telltaleSuccesses = 20;

/**
 * Whose limit it seems to be. The verdict knows the answer alone; which calls fail together, and which do not, says more:
 * - Three endpoints that meet "their" limits within ten seconds, while nothing else gets through, have met the app's.
 * - A bare 429 that one endpoint gets while the others go through is about that endpoint.
 */
export function attribute(met: LimitMet, around: Neighbourhood): AnswerScope {
  const othersPass = around.otherSuccesses >= telltaleSuccesses;
  if (met.scope === 'endpoint' && !met.isForDay && around.limitedEndpoints >= commonEndpoints) {
    return othersPass ? 'endpoint' : 'app';
  }
  if (met.scope === 'gateway' && around.limitedEndpoints === 1 && othersPass) return 'endpoint';
  return met.scope;
}

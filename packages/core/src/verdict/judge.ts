import type { AnyEndpoint } from '../endpoint/endpoint.js';
import { hintFor } from './hints.js';
import type {
  AnswerScope,
  Outcome,
  RetryAdvice,
  TransportFailure,
  TransportResult,
  Verdict,
  VerdictKind,
  VerdictRule,
} from './verdict.js';

type PlatformAnswer = Extract<TransportResult, { type: 'answer' }>;

/** What follows from the kind of an answer where its row says nothing else. */
const retryByKind: Partial<Record<VerdictKind, RetryAdvice>> = {
  'token-invalid': 'after-refresh',
  'token-missing': 'after-refresh',
  'rate-minute': 'next-minute',
  'rate-day': 'next-day',
  'rate-concurrency': 'backoff',
  'rate-gateway': 'backoff',
  busy: 'backoff',
};

const scopeByKind: Partial<Record<VerdictKind, AnswerScope>> = {
  'rate-minute': 'endpoint',
  'rate-day': 'endpoint',
  'rate-concurrency': 'endpoint',
  'rate-user': 'recipient',
  'rate-gateway': 'gateway',
};

/**
 * Says what answers mean. The only reader of errcodes, HTTP statuses and transport failures; everything else asks the
 * verdict. Rows are looked up from the special to the general: the endpoint's own, the user's, the platform's.
 */
export class VerdictTable {
  readonly #rules: ReadonlyMap<number, VerdictRule>;

  constructor(platformRules: readonly VerdictRule[], userRules: readonly VerdictRule[] = []) {
    this.#rules = new Map([...platformRules, ...userRules].map((rule) => [rule.errcode, rule]));
  }

  /** @param nowMs epoch milliseconds, the zero of `Retry-After` */
  judge(endpoint: AnyEndpoint, result: TransportResult, nowMs: number): Verdict {
    switch (result.type) {
      case 'answer':
        return this.#judgeAnswer(endpoint, result, nowMs);
      case 'no-answer':
        return judgeStatus(result.status, result.retryAfterMs, nowMs);
      case 'failure':
        return judgeFailure(result.failure);
    }
  }

  /** The row that counts for a code on an endpoint; `undefined` for a code that nobody knows. */
  rule(endpoint: AnyEndpoint, errcode: number): VerdictRule | undefined {
    return endpoint.verdicts.find((rule) => rule.errcode === errcode) ?? this.#rules.get(errcode);
  }

  #judgeAnswer(endpoint: AnyEndpoint, answer: PlatformAnswer, nowMs: number): Verdict {
    if (answer.errcode === 0) {
      // A gateway's own JSON under an error status has no errcode and must not pass for success.
      return answer.status < 300 ? done : judgeStatus(answer.status, answer.retryAfterMs, nowMs);
    }
    const rule = this.rule(endpoint, answer.errcode);
    if (answer.status === 429 && !isLimit(rule)) return judgeStatus(429, answer.retryAfterMs, nowMs);
    const verdict = rule === undefined ? unknownCode(answer.errcode) : verdictOf(rule);
    return isLimit(rule) ? notBefore(verdict, answer.retryAfterMs, nowMs) : verdict;
  }
}

const done: Verdict = Object.freeze({
  kind: 'ok',
  retry: 'never',
  outcome: 'done',
  scope: undefined,
  errcode: 0,
  name: 'ok',
  meaning: undefined,
  hint: '',
});

function isLimit(rule: VerdictRule | undefined): boolean {
  return rule?.kind.startsWith('rate-') ?? false;
}

function verdictOf(rule: VerdictRule): Verdict {
  const retry = rule.retry ?? retryByKind[rule.kind] ?? 'never';
  return {
    kind: rule.kind,
    retry,
    outcome: rule.outcome ?? 'not-done',
    // A limit that time does not lift, like a spent allowance, is a refusal: no barrier would help.
    scope: retry === 'never' ? undefined : (rule.scope ?? scopeByKind[rule.kind]),
    errcode: rule.errcode,
    name: rule.name,
    meaning: rule.meaning,
    hint: rule.hint ?? hintFor(rule.kind),
  };
}

function unknownCode(errcode: number): Verdict {
  return {
    kind: 'other',
    retry: 'never',
    outcome: 'not-done',
    scope: undefined,
    errcode,
    name: undefined,
    meaning: undefined,
    hint: 'This code is in no table; look it up on the page of the endpoint, and pass a row for it as `verdicts` if it may be retried.',
  };
}

/** A server that names a moment is believed, whatever its code would allow. */
function notBefore(verdict: Verdict, retryAfterMs: number | undefined, nowMs: number): Verdict {
  return retryAfterMs === undefined ? verdict : { ...verdict, retry: { at: nowMs + retryAfterMs } };
}

/** Something that is not the platform's JSON came back: a gateway, a proxy, a load balancer. */
function judgeStatus(status: number, retryAfterMs: number | undefined, nowMs: number): Verdict {
  if (status === 429) {
    return notBefore(plain('rate-gateway', 'backoff', 'not-done', 'gateway'), retryAfterMs, nowMs);
  }
  if (status < 300) return plain('unreadable', 'backoff', 'unknown');
  // A gateway that gives up waiting says nothing of what the platform behind it has done.
  if (status >= 500 || status === 408) {
    // 503 with a moment is how nginx says 429, and holds for everybody who comes before it.
    const scope = status === 503 && retryAfterMs !== undefined ? 'gateway' : undefined;
    return notBefore(plain('http', 'backoff', 'unknown', scope), retryAfterMs, nowMs);
  }
  return plain('http', 'never', 'not-done');
}

function judgeFailure(failure: TransportFailure): Verdict {
  const outcome = failure.progress === 'unsent' ? 'not-done' : 'unknown';
  if (failure.reason === 'too-large' || failure.reason === 'local') {
    return plain(failure.progress === 'unsent' ? 'bad-argument' : 'unreadable', 'never', outcome);
  }
  return failure.reason === 'aborted'
    ? plain('aborted', 'never', outcome)
    : plain('network', 'backoff', outcome);
}

function plain(
  kind: VerdictKind,
  retry: RetryAdvice,
  outcome: Outcome,
  scope?: AnswerScope | undefined,
): Verdict {
  return {
    kind,
    retry,
    outcome,
    scope,
    errcode: undefined,
    name: undefined,
    meaning: undefined,
    hint: hintFor(kind),
  };
}

import type { VerdictKind } from './verdict.js';

/** What to do about an answer of a kind whose row has no advice of its own. */
const hints: Record<VerdictKind, string> = {
  ok: '',
  'token-invalid':
    'Another program fetches tokens for this account: use stable mode everywhere, or share one Redis between all of them.',
  'token-missing':
    'The access token did not reach the platform; look for a proxy that drops the query string.',
  configuration: 'Check the app id and the secret against the console of the account.',
  'ip-not-allowed':
    'Add the outgoing IP of this host to the IP allow-list of the account in its console; changes take a few minutes.',
  'rate-minute': 'Lower `limits` for this endpoint; the platform counts by the clock minute.',
  'rate-day': 'The daily quota of this endpoint is used up; it opens again at 00:00 Beijing time.',
  'rate-concurrency': 'Lower `concurrency` for this endpoint.',
  'rate-user': 'This person got or did too much lately; wait, or leave the person out.',
  'rate-gateway': 'A gateway in front of the platform holds this host back; lower `limits.app`.',
  busy: 'The platform is busy; try again later.',
  'bad-argument': 'The request breaks a rule of the endpoint; compare it with the official page.',
  'user-refused': 'The person does not accept this message; do not repeat it.',
  'user-unreachable': 'The person cannot be reached by this account; leave the person out.',
  permission:
    'The account lacks the permission for this endpoint; see the interface permissions in its console.',
  'content-risk': 'The content was judged to be against the rules; change it.',
  'not-found': 'What the request names does not exist on the platform.',
  'account-blocked': 'The account or the template is barred; see the notices in the console.',
  network: 'Check DNS, firewall and proxy on the way to the platform.',
  http: 'Something between this host and the platform answered; check `baseUrl` and `proxy`.',
  unreadable: 'What came back is not what the platform sends; check `baseUrl`, `proxy` and captive portals.',
  aborted: 'The call was given up before its answer came; a longer `deadlineMs` gives it more time.',
  other: 'Look the code up on the page of the endpoint.',
};

export function hintFor(kind: VerdictKind): string {
  return hints[kind];
}

import { type AnyWechatError, isWechatError } from '@wetempo/core';
import { type Finding, ok, problem, skipped, warning } from './finding.js';

export interface CredentialPlaces {
  /** Where an option such as `appSecret` was said. */
  originOf(name: string): string;
  /** Where the console of the platform lists the IPs that may call. */
  readonly allowListPlace: string;
}

const ipNotAllowed = new Set([40164, 89501, 89503, 89506, 89507]);
const wrongSecret = new Set([40001, 40125, 41004]);
const wrongAppId = new Set([40013, 41002]);

/** What the answer to the question for a token says of the account's credentials, and of this host's address. */
export function credentialFindings(error: unknown, places: CredentialPlaces): readonly Finding[] {
  if (error === undefined) {
    return [
      ok('credentials', 'the platform takes app id and secret'),
      ok('ip-allow-list', 'the platform lets this host in'),
    ];
  }
  const errcode = isWechatError(error) && 'errcode' in error ? error.errcode : undefined;
  if (errcode === undefined) return [untold('credentials'), untold('ip-allow-list')];
  if (ipNotAllowed.has(errcode))
    return [
      skipped('credentials', 'the platform looks at them after the IP'),
      ipFinding(error, errcode, places),
    ];
  return [refusalFinding(error as AnyWechatError, errcode, places), untold('ip-allow-list')];
}

function untold(name: string): Finding {
  return skipped(name, 'the platform did not get as far as this');
}

function ipFinding(error: unknown, errcode: number, { allowListPlace }: CredentialPlaces): Finding {
  const text = isWechatError(error) && 'errmsg' in error ? String(error.errmsg) : '';
  const ip = /invalid ip ([0-9a-f.:]+)/i.exec(text)?.[1];
  const seen = `the platform does not let this host in: errcode ${errcode}, ${ip === undefined ? text : `it sees the IP ${ip}`}`;
  const todo = `Add ${ip ?? 'the IP that this host goes out by'} at ${allowListPlace}; it works after a few minutes.`;
  return problem('ip-allow-list', seen, todo);
}

function refusalFinding(error: AnyWechatError, errcode: number, { originOf }: CredentialPlaces): Finding {
  const name = 'credentials';
  if (wrongAppId.has(errcode)) {
    const todo = `Compare the app id with the console, letter by letter, and correct it: ${originOf('appId')}.`;
    return problem(name, `the platform knows no such app id: errcode ${errcode}`, todo);
  }
  if (wrongSecret.has(errcode)) {
    const todo = `Set the secret that the console shows now; resetting it there ends the old one at once: ${originOf('appSecret')}.`;
    return problem(name, `the platform does not take the secret: errcode ${errcode}`, todo);
  }
  if (errcode === -1 || error.code === 'RATE_LIMITED') {
    return warning(
      name,
      `the platform is busy or limits the account: errcode ${errcode}`,
      'Run the doctor again in a minute.',
    );
  }
  return problem(name, error.message, error.hint);
}

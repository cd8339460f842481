import { ConfigError, isWechatError } from '../errors/errors.js';
import { type CredentialSource, externalSource, type RefusalScope } from '../token/credential-source.js';
import type { VerdictTable } from '../verdict/judge.js';
import type { CallEndpoint } from './api-client.js';
import type { TokenOptions } from './client-settings.js';
import type { Account, TokenEndpoint } from './platform.js';

/** Makes the source of an account's access token out of what the platform package says and the user chose. */
export function accessTokenSource(
  { key, refusalKey, tokenEndpoints }: Account,
  call: CallEndpoint,
  verdicts: VerdictTable,
  { mode = defaultMode(tokenEndpoints), fetch }: TokenOptions = {},
): CredentialSource {
  if (mode === 'external') {
    if (fetch === undefined) throw new ConfigError('token.fetch: mode "external" needs a function');
    return externalSource(key, fetch);
  }
  const tokenEndpoint = tokenEndpoints[mode];
  if (tokenEndpoint === undefined) return noSource(key, mode);
  return {
    key,
    refusalKey,
    mode,
    supportsForce: mode === 'stable',
    endsPrevious: tokenEndpoint.endsPrevious,
    fetch: ({ force, signal }) => tokenEndpoint.fetch(call, force, signal),
    refusalScope: (error) => refusalScopeOf(error, verdicts, tokenEndpoint),
  };
}

function defaultMode({ stable }: Account['tokenEndpoints']): 'stable' | 'classic' {
  return stable === undefined ? 'classic' : 'stable';
}

/** Asked only where an endpoint wants a token that the account cannot have. */
function noSource(key: string, mode: 'stable' | 'classic'): CredentialSource {
  const fetch = async () => {
    throw new ConfigError(`token.mode: this account has no access token of mode "${mode}"`, {
      hint: 'Leave `token.mode` out, or call endpoints that need no token.',
    });
  };
  return { key, mode, supportsForce: false, fetch, refusalScope: () => undefined };
}

/** A wrong secret is wrong for everybody; an address that is not on the allow-list is so for this host alone. */
function refusalScopeOf(
  error: unknown,
  verdicts: VerdictTable,
  { endpoint }: TokenEndpoint,
): RefusalScope | undefined {
  if (!isWechatError(error) || error.code !== 'API_ERROR') return undefined;
  const kind = verdicts.rule(endpoint, error.errcode)?.kind;
  if (kind === 'ip-not-allowed') return 'host';
  return kind === 'configuration' ? 'credential' : undefined;
}

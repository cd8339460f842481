import { type Account, credentialKey, type TokenEndpoint } from '@wetempo/core';
import { tokenEndpoints } from './endpoints/index.js';

/** The two ways to an access token, and what requests are given that leave it out. */
export function miniProgramAccount(appId: string, appSecret: string): Account {
  const credential = { grant_type: 'client_credential', appid: appId, secret: appSecret } as const;
  const stable: TokenEndpoint = {
    endpoint: tokenEndpoints.stable,
    fetch: async (call, force, signal) => {
      const request = { ...credential, force_refresh: force };
      return fetched(await call(tokenEndpoints.stable, request, { signal }));
    },
  };
  const classic: TokenEndpoint = {
    endpoint: tokenEndpoints.get,
    fetch: async (call, _force, signal) => fetched(await call(tokenEndpoints.get, credential, { signal })),
  };
  return {
    key: credentialKey({ id: appId }),
    refusalKey: credentialKey({ id: appId, secret: appSecret }),
    tokenEndpoints: { stable, classic },
    // One endpoint spells the secret otherwise.
    fields: { appid: appId, secret: appSecret, appsecret: appSecret },
  };
}

function fetched({ access_token, expires_in }: { access_token: string; expires_in: number }) {
  return { value: access_token, lifetimeMs: expires_in * 1000 };
}

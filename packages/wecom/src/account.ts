import { type Account, credentialKey, type TokenEndpoint } from '@wetempo/core';
import { tokenEndpoints } from './endpoints/index.js';

/** What tells apart the apps of a company: each secret has an access token of its own. */
export interface WecomCredentials {
  readonly corpId: string;
  /** Absent for secrets without an app, such as that of the address book. */
  readonly agentId: number | undefined;
  readonly corpSecret: string;
}

/** Fields with one value that the platform nevertheless wants to be told. */
const everyCall = { grant_type: 'authorization_code' } as const;

/** One token for each company, app and secret, whichever client asks for it. */
export function wecomAccount({ corpId, agentId, corpSecret }: WecomCredentials): Account {
  const key = credentialKey({ id: corpId, agentId, secret: corpSecret });
  const credential = { corpid: corpId, corpsecret: corpSecret };
  const classic: TokenEndpoint = {
    endpoint: tokenEndpoints.get,
    endsPrevious: false,
    fetch: async (call, _force, signal) => {
      const { access_token, expires_in } = await call(tokenEndpoints.get, credential, { signal });
      return { value: access_token, lifetimeMs: expires_in * 1000 };
    },
  };
  return {
    key,
    refusalKey: key,
    organisation: corpId,
    tokenEndpoints: { classic },
    fields: { ...everyCall, ...(agentId === undefined ? {} : { agentid: agentId }) },
  };
}

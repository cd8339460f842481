import type { ApiClient, FetchedCredential } from '@wetempo/core';

/** What one question to the platform brought. */
export interface AccountProbe {
  readonly token: FetchedCredential | undefined;
  readonly error: unknown;
  /** From the `Date` header of the answer, and this host's clock in the middle of the exchange. */
  readonly clock: { readonly ours: number; readonly theirs: number } | undefined;
}

/** Fetches the token that every caller is given, which ends no other token, and listens to the clock in the answer. */
export async function probeAccount(
  client: ApiClient,
  fetchToken: (client: ApiClient) => Promise<FetchedCredential>,
): Promise<AccountProbe> {
  let sentAt = Date.now();
  let clock: AccountProbe['clock'];
  client.axios.interceptors.request.use((config) => {
    sentAt = Date.now();
    return config;
  });
  client.axios.interceptors.response.use((response) => {
    const theirs = Date.parse(String(response.headers.date));
    // The header counts whole seconds: on average half of one is cut off.
    if (Number.isFinite(theirs)) clock = { theirs: theirs + 500, ours: (sentAt + Date.now()) / 2 };
    return response;
  });
  try {
    return { token: await fetchToken(client), error: undefined, clock };
  } catch (error) {
    return { token: undefined, error, clock };
  }
}

import { createRequire } from 'node:module';
import type { AxiosStatic } from 'axios';
import type { AxiosRetry } from 'axios-retry';

/** Loaded when somebody asks for them: together they take longer than all that a client needs for its first call. */
export interface AxiosModules {
  readonly axios: AxiosStatic;
  readonly axiosRetry: AxiosRetry;
}

export async function loadAxios(): Promise<AxiosModules> {
  const [{ default: axios }, { default: axiosRetry }] = await Promise.all([
    import('axios'),
    import('axios-retry'),
  ]);
  return { axios, axiosRetry };
}

/** At once, for who cannot await. A bundle must have both packages beside it for this. */
export function requireAxios(): AxiosModules {
  const requireHere = createRequire(import.meta.url);
  const axios: AxiosStatic = requireHere('axios');
  const { default: axiosRetry }: { default: AxiosRetry } = requireHere('axios-retry');
  return { axios, axiosRetry };
}

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
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
  const { default: axiosRetry }: { default: AxiosRetry } = requireHere('axios-retry');
  return { axios: requireOwnCopy(requireHere) ?? requireHere('axios'), axiosRetry };
}

/**
 * The copy of axios that our users' modules import: an ES module knows the classes of another one than CommonJS does, and
 * tells errors by their class. `undefined` in CommonJS, and where a loader in the place of Node's cannot hand out an ES
 * module at once.
 */
function requireOwnCopy(requireHere: NodeJS.Require): AxiosStatic | undefined {
  try {
    const { default: axios }: { default: AxiosStatic } = requireHere(
      fileURLToPath(import.meta.resolve('axios')),
    );
    return axios;
  } catch {
    return undefined;
  }
}

import type { LimitConnection } from '../../src/rate-limit/redis-limit-store.js';

let isolated = 0;

/** The same connection with accounts of its own: tests that run at once on one Redis do not see each other. */
export function isolatedConnection(connection: LimitConnection): LimitConnection {
  isolated += 1;
  const tag = `{t${isolated}-`;
  return {
    run: (name, keys, args) =>
      connection.run(
        name,
        keys.map((key) => key.replace('{', tag)),
        args,
      ),
    close: async () => undefined,
  };
}

import { join } from 'node:path';
import { startMariadb } from '../servers/mariadb.mjs';
import { startPostgres } from '../servers/postgres.mjs';

/** Where it is kept what was sent. `start`: its server, where it has one besides Redis. `optionOf`: what clients are told. */
export const stores = {
  redis: { optionOf: () => 'redis' },
  postgres: { start: startPostgres, optionOf: ({ url }) => ({ postgres: url }) },
  mysql: { start: startMariadb, optionOf: ({ url }) => ({ mysql: url }) },
  sqlite: { optionOf: ({ folder }) => ({ sqlite: join(folder, 'sends.db') }) },
};

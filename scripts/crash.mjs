// `npm run crash`: kills, cut connections and restarts while messages go out, and a count of what arrived.
import { runBuilt } from './bootstrap.mjs';

const usesMysql = /--store[= ]mysql/.test(process.argv.join(' '));
await runBuilt('benchmarks/crash.mjs', usesMysql ? ['redis-server', 'mariadbd'] : ['redis-server']);

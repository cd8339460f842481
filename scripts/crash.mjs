// `npm run crash`: kills, cut connections and restarts while messages go out, and a count of what arrived.
import { runBuilt } from './bootstrap.mjs';

await runBuilt('benchmarks/crash.mjs');

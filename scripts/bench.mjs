// `npm run bench`: measured comparisons, side by side in one run.
import { runBuilt } from './bootstrap.mjs';

await runBuilt('benchmarks/bench.mjs', ['redis-server']);

// `npm run drill`: a retry storm against the simulator, with a naïve client and with Wetempo.
import { runBuilt } from './bootstrap.mjs';

await runBuilt('benchmarks/drill.mjs', ['redis-server']);

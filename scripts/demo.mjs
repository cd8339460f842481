// `npm run demo`: everything from a fresh clone to the report of a push of 1,000 messages. Needs no server.
import { runBuilt } from './bootstrap.mjs';

await runBuilt('examples/nest-push/demo.mjs');

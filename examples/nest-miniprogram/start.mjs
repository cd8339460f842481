// `npm start -w examples/nest-miniprogram`: installs and builds what is missing, then runs the app, or its demo where the
// environment names no account; see README.md. Runs on a fresh clone, so it imports nothing that is not here yet.
import { runBuilt } from '../../scripts/bootstrap.mjs';

await runBuilt('examples/nest-miniprogram/dist/main.js');

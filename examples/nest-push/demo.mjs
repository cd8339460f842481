// What `npm run demo` runs once everything is built; see README.md.
import { runDemo } from './dist/demo/run-demo.js';

process.exitCode = await runDemo(process.argv.slice(2), process.env);

// Imports or requires one entry of our built packages and prints every module that this loaded, one address a line.
//   node print-loaded-modules.mjs import|require SPECIFIER
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

const [, , way, specifier] = process.argv;

// Runs in the thread of the loader, which shares the file descriptors but not the console.
const hooks = `
import { writeSync } from 'node:fs';
export async function load(url, context, nextLoad) {
  writeSync(1, url + '\\n');
  return nextLoad(url, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const require = createRequire(import.meta.url);
if (way === 'require') require(specifier);
else await import(specifier);
for (const file of Object.keys(require.cache)) console.log(pathToFileURL(file).href);

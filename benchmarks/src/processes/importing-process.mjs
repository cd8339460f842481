// Imports one package into an empty process, and prints what that took or brought along.
//   node importing-process.mjs cpu|modules SPECIFIER
import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

const [way, specifier] = process.argv.slice(2);

/** The hooks have a thread of their own, and tell of each module through the file that both can write to. */
function countModules() {
  const loaded = new Set();
  const { port1, port2 } = new MessageChannel();
  port1.on('message', (url) => loaded.add(url));
  const hooks = `
let port;
export const initialize = (data) => { port = data.port; };
export async function load(url, context, nextLoad) {
  if (url.startsWith('file:')) port.postMessage(url);
  return nextLoad(url, context);
}`;
  register(`data:text/javascript,${encodeURIComponent(hooks)}`, {
    data: { port: port2 },
    transferList: [port2],
  });
  port1.unref();
  return loaded;
}

if (way === 'modules') {
  const loaded = countModules();
  await import(specifier);
  await new Promise((resolve) => setImmediate(resolve));
  const required = Object.keys(createRequire(import.meta.url).cache).map((path) => pathToFileURL(path).href);
  console.log(new Set([...loaded, ...required]).size);
} else {
  const before = process.cpuUsage();
  await import(specifier);
  const { user, system } = process.cpuUsage(before);
  console.log(user + system);
}

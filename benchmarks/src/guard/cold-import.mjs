import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const file = fileURLToPath(new URL('../processes/importing-process.mjs', import.meta.url));
const ours = '@wetempo/wechat-mp';
const importsPerSet = 6;

async function importAlone(way, specifier) {
  const { stdout } = await run(process.execPath, [file, way, specifier]);
  return Number(stdout);
}

/** Each import in a process of its own. The cheapest one of all so far, for what is added to it is not of the import. */
export async function openColdImport() {
  const least = { [ours]: Number.POSITIVE_INFINITY, axios: Number.POSITIVE_INFINITY };
  const measure = async () => {
    for (let turn = 0; turn < importsPerSet; turn += 1) {
      for (const specifier of Object.keys(least)) {
        least[specifier] = Math.min(least[specifier], await importAlone('cpu', specifier));
      }
    }
    return { importOfAxios: least[ours] / least.axios };
  };
  return { measure, close: async () => {} };
}

/** How many modules come along, those of Node itself left out. */
export async function openLoadedModules() {
  return { measure: async () => ({ modules: await importAlone('modules', ours) }), close: async () => {} };
}

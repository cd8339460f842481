// One file for each entry point of a package, and one for what some of them share. A module costs Node half a millisecond
// before its first line runs; as the compiler leaves them, core alone has hundreds.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** The entry points that a manifest names, for example `dist/esm/nestjs/index.js`, as names without folder and suffix. */
export function entryNames({ exports, bin }) {
  const files = [
    ...Object.values(exports).map((entry) => entry.import?.default),
    ...Object.values(bin ?? {}),
  ];
  return files
    .filter((file) => file !== undefined)
    .map((file) => file.replace(/^\.\/dist\/esm\/(.+)\.js$/, '$1'));
}

/**
 * Joins the ES modules in `from` into `to`. Names, comments and lines stay as they are, and what two entry points share is
 * in a file of its own: a class has one identity, whichever way it is reached.
 */
export async function joinModules({ from, to, names, format }) {
  const bundle = await rolldown({
    input: Object.fromEntries(names.map((name) => [name, join(from, `${name}.js`)])),
    external: /^[^./]/,
    platform: 'node',
    plugins: [withSourceMaps],
    // CommonJS resolves by `require` alone; whoever asks for this finds that out.
    transform: { define: format === 'cjs' ? { 'import.meta.resolve': 'undefined' } : {} },
    onLog: failOnLog,
    checks: { bundlerTimings: false },
  });
  await bundle.write({
    dir: to,
    format,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared/[name].js',
    // Where the sources are; the package has them.
    sourcemap: true,
    sourcemapExcludeSources: true,
    // Jest and others that run CommonJS in a context of their own have no `import()`.
    dynamicImportInCjs: false,
    minifyInternalExports: false,
  });
  await bundle.close();
}

/** The map of what the compiler made, so that the joined file's map leads to the sources. */
const withSourceMaps = {
  name: 'source-maps',
  async load(id) {
    const code = await readFile(id, 'utf8');
    return { code, map: await readFile(`${id}.map`, 'utf8') };
  },
};

function failOnLog(level, log) {
  if (level === 'warn') throw new Error(`joining modules: ${log.message}`);
}

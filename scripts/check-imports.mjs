// Two promises about imports: no loop among modules at run time, and arrows between packages run one way.
// `import type` counts for the arrows, but makes no loop: nothing of it is left after compiling.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './bootstrap.mjs';
import { brokenRule, findLoops, importsIn } from './import-rules.mjs';
import { projectFiles } from './project-files.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');

/** The source file of ours that an import leads to, as a path from the root. */
function resolveOwn({ file, specifier }) {
  if (specifier.startsWith('.')) {
    const target = relative(root, join(root, dirname(file), specifier)).replaceAll('\\', '/');
    return [target.replace(/\.js$/, '.ts'), target].find((path) => existsSync(join(root, path)));
  }
  const [, name, subPath] = /^@wetempo\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const manifest = JSON.parse(read(`packages/${name}/package.json`));
  const source = manifest.exports[subPath === undefined ? '.' : `./${subPath}`]?.['@wetempo/source'];
  return source && `packages/${name}/${source.slice(2)}`;
}

const files = projectFiles().filter((file) => /\.[cm]?ts$/.test(file) && !file.startsWith('test/consumers/'));
const problems = [];
const graph = new Map();
for (const file of files) {
  const loaded = [];
  for (const found of importsIn(file, read(file))) {
    const target = resolveOwn(found);
    if (found.kind === 'load' && target !== undefined) loaded.push(target);
    const rule = brokenRule(found, target);
    if (rule !== undefined) problems.push(`${file}:${found.line} imports ${found.specifier}: ${rule}`);
  }
  graph.set(file, loaded);
}
for (const group of findLoops(graph)) problems.push(`import loop: ${group.reverse().join(' → ')}`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${files.length} modules, no loops, all arrows one way`);

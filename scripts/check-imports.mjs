// Two promises about imports: no loop among modules at run time, and arrows between packages run one way.
// `import type` counts for the arrows, but makes no loop: nothing of it is left after compiling.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { root } from './bootstrap.mjs';
import { projectFiles } from './project-files.mjs';

/** Which of our packages the shipped sources of each package may import. */
const allowedPackages = {
  core: [],
  simulator: [],
  'wechat-mp': ['core'],
  miniprogram: ['core'],
  wecom: ['core'],
};

/** How an import takes part: `load` when the module loads, `later` from a call, `type` not at run time. */
function importsOf(file) {
  const source = ts.createSourceFile(
    file,
    readFileSync(join(root, file), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found = [];
  const add = (literal, kind) => {
    if (literal === undefined || !ts.isStringLiteralLike(literal)) return;
    const { line } = source.getLineAndCharacterOfPosition(literal.getStart());
    found.push({ file, line: line + 1, specifier: literal.text, kind });
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) {
      add(
        node.moduleSpecifier,
        node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'load',
      );
    } else if (ts.isExportDeclaration(node)) {
      add(node.moduleSpecifier, node.isTypeOnly ? 'type' : 'load');
    } else if (ts.isImportTypeNode(node)) {
      add(node.argument.literal, 'type');
    } else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], 'later');
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function resolveOwn({ file, specifier }) {
  if (specifier.startsWith('.')) {
    const target = relative(root, join(root, dirname(file), specifier)).replaceAll('\\', '/');
    return [target.replace(/\.js$/, '.ts'), target].find((path) => existsSync(join(root, path)));
  }
  const [, name, subPath] = /^@wetempo\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  const manifest = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8'));
  const source = manifest.exports[subPath === undefined ? '.' : `./${subPath}`]?.['@wetempo/source'];
  return source && `packages/${name}/${source.slice(2)}`;
}

const ownPackage = (path) => /^packages\/([^/]+)\//.exec(path)?.[1];
const isShipped = (file) => /^packages\/[^/]+\/src\//.test(file) && !file.endsWith('.spec.ts');

/** The rule that a shipped module breaks with one of its imports, if any. */
function brokenRule({ file, specifier }, target) {
  const home = ownPackage(file);
  const wanted = /^@wetempo\/([^/]+)/.exec(specifier)?.[1];
  if (wanted !== undefined && !allowedPackages[home]?.includes(wanted)) {
    return `${home} may import ${allowedPackages[home]?.join(', ') || 'none'} of our packages`;
  }
  if (/^@nestjs\//.test(specifier) && !file.startsWith(`packages/${home}/src/nestjs/`)) {
    return 'only the nestjs folders import Nest';
  }
  if (specifier.startsWith('.') && target !== undefined && !target.startsWith(`packages/${home}/src/`)) {
    return 'a relative import leaves the sources of its package';
  }
  if (target?.endsWith('.spec.ts')) return 'a shipped module imports a test';
  return undefined;
}

/** Groups of modules that reach each other, by Tarjan's algorithm. */
function loops(graph) {
  const order = new Map();
  const low = new Map();
  const stack = [];
  const found = [];
  const visit = (node) => {
    order.set(node, order.size);
    low.set(node, order.get(node));
    stack.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (stack.includes(next)) low.set(node, Math.min(low.get(node), low.get(next)));
    }
    if (low.get(node) !== order.get(node)) return;
    const group = stack.splice(stack.indexOf(node));
    if (group.length > 1 || graph.get(node)?.includes(node)) found.push(group);
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found;
}

const files = projectFiles().filter((file) => /\.[cm]?ts$/.test(file) && !file.startsWith('test/consumers/'));
const problems = [];
const graph = new Map();
for (const file of files) {
  const imports = importsOf(file).map((found) => ({ ...found, target: resolveOwn(found) }));
  graph.set(
    file,
    imports.filter(({ kind, target }) => kind === 'load' && target !== undefined).map(({ target }) => target),
  );
  for (const found of isShipped(file) ? imports : []) {
    const rule = brokenRule(found, found.target);
    if (rule !== undefined) problems.push(`${file}:${found.line} imports ${found.specifier}: ${rule}`);
  }
}
for (const group of loops(graph)) problems.push(`import loop: ${group.reverse().join(' → ')}`);

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
console.log(`${files.length} modules, no loops, all arrows one way`);

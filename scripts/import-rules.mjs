import ts from 'typescript';

/** Which of our packages the shipped sources of each package may import. */
const allowedPackages = {
  core: [],
  simulator: [],
  'wechat-mp': ['core'],
  miniprogram: ['core'],
  wecom: ['core'],
  cli: ['core', 'wechat-mp', 'miniprogram', 'simulator'],
};

const kindOf = (clause) => (clause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'load');

/** The specifier that a node names, and how: `load` when the module loads, `later` from a call, `type` not at run time. */
function importAt(node) {
  if (ts.isImportDeclaration(node)) return [node.moduleSpecifier, kindOf(node.importClause)];
  if (ts.isExportDeclaration(node)) return [node.moduleSpecifier, node.isTypeOnly ? 'type' : 'load'];
  if (ts.isImportTypeNode(node)) return [node.argument.literal, 'type'];
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return [node.arguments[0], 'later'];
  }
  return [];
}

/** Every import of a module's text. */
export function importsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node) => {
    const [literal, kind] = importAt(node);
    if (literal !== undefined && ts.isStringLiteralLike(literal)) {
      const { line } = source.getLineAndCharacterOfPosition(literal.getStart());
      found.push({ file, line: line + 1, specifier: literal.text, kind });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const isShipped = (file) => /^packages\/[^/]+\/src\//.test(file) && !file.endsWith('.spec.ts');

/** The rule that an import of a shipped module breaks, if any. `target` is the file of ours that it leads to. */
export function brokenRule({ file, specifier }, target) {
  if (!isShipped(file)) return undefined;
  const [, home] = file.split('/');
  const wanted = /^@wetempo\/([^/]+)/.exec(specifier)?.[1];
  const allowed = allowedPackages[home] ?? [];
  if (wanted !== undefined && !allowed.includes(wanted)) {
    return `${home} may import ${allowed.join(', ') || 'none'} of our packages`;
  }
  if (/^(?:@nestjs\/|rxjs(?:\/|$))/.test(specifier) && !file.startsWith(`packages/${home}/src/nestjs/`)) {
    return 'only the nestjs folders import Nest';
  }
  if (specifier.startsWith('.') && target !== undefined && !target.startsWith(`packages/${home}/src/`)) {
    return 'a relative import leaves the sources of its package';
  }
  if (target?.endsWith('.spec.ts')) return 'a shipped module imports a test';
  return undefined;
}

/** Groups of modules that reach each other, by Tarjan's algorithm. `graph` maps each module to those it loads. */
export function findLoops(graph) {
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

import { describe, expect, it } from 'vitest';
import { brokenRule, findLoops, importsIn } from './import-rules.mjs';

const kinds = (text) => importsIn('a.ts', text).map(({ specifier, kind }) => [specifier, kind]);

describe('reading imports', () => {
  it('tells what loads at once from what loads later and what is only a type', () => {
    expect(kinds(`import { a } from './a.js'; export * from './b.js'; import './c.js';`)).toEqual([
      ['./a.js', 'load'],
      ['./b.js', 'load'],
      ['./c.js', 'load'],
    ]);
    expect(
      kinds(`import type { A } from './a.js'; export type { B } from './b.js'; let c: import('./c.js').C;`),
    ).toEqual([
      ['./a.js', 'type'],
      ['./b.js', 'type'],
      ['./c.js', 'type'],
    ]);
    expect(kinds(`const load = () => import('ioredis');`)).toEqual([['ioredis', 'later']]);
  });

  it('takes `import { type A }` as loading, since the import itself stays after compiling', () => {
    expect(kinds(`import { type A } from './a.js';`)).toEqual([['./a.js', 'load']]);
  });

  it('names the line', () => {
    expect(importsIn('a.ts', `\n\nimport './b.js';`)[0]).toMatchObject({ line: 3 });
  });
});

describe('the arrows', () => {
  const rule = (file, specifier, target) => brokenRule({ file, specifier }, target);

  it.each([
    ['packages/core/src/a.ts', '@wetempo/wechat-mp'],
    ['packages/core/src/a.ts', '@wetempo/simulator'],
    ['packages/wechat-mp/src/a.ts', '@wetempo/wecom'],
    ['packages/wechat-mp/src/a.ts', '@wetempo/simulator'],
    ['packages/simulator/src/a.ts', '@wetempo/core'],
    ['packages/core/src/a.ts', '@wetempo/cli'],
    ['packages/wechat-mp/src/a.ts', '@wetempo/cli'],
    ['packages/core/src/token/a.ts', '@nestjs/common'],
  ])('%s must not import %s', (file, specifier) => {
    expect(rule(file, specifier)).toBeDefined();
  });

  it.each([
    ['packages/wechat-mp/src/a.ts', '@wetempo/core/nestjs'],
    ['packages/cli/src/a.ts', '@wetempo/wechat-mp'],
    ['packages/cli/src/a.ts', '@wetempo/simulator'],
    ['packages/wechat-mp/src/nestjs/a.ts', '@nestjs/common'],
    ['packages/core/src/a.spec.ts', '@wetempo/simulator'],
    ['packages/core/test/a.spec.ts', '@wetempo/wechat-mp'],
    ['examples/plain-node/src/a.ts', '@wetempo/simulator'],
  ])('%s may import %s', (file, specifier) => {
    expect(rule(file, specifier)).toBeUndefined();
  });

  it('keeps relative imports within the sources of a package, away from its tests', () => {
    const file = 'packages/core/src/a.ts';
    expect(rule(file, './b.js', 'packages/core/src/b.ts')).toBeUndefined();
    expect(rule(file, '../test/b.js', 'packages/core/test/b.ts')).toBeDefined();
    expect(rule(file, './b.spec.js', 'packages/core/src/b.spec.ts')).toBeDefined();
  });
});

describe('finding loops', () => {
  const loopsOf = (edges) => findLoops(new Map(Object.entries(edges))).map((group) => group.sort().join());

  it('finds each loop once, also a module that imports itself', () => {
    expect(loopsOf({ a: ['b'], b: ['c'], c: ['a', 'd'], d: ['d'] }).sort()).toEqual(['a,b,c', 'd']);
  });

  it('finds none where several ways lead to one module', () => {
    expect(loopsOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toEqual([]);
  });
});

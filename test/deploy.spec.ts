import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { metricCatalog } from '@wetempo/core/metrics';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const deploy = resolve(import.meta.dirname, '..', 'deploy');
const read = (...path: string[]) => readFileSync(join(deploy, ...path), 'utf8');

interface Rule {
  readonly record?: string;
  readonly alert?: string;
  readonly expr: string;
  readonly annotations?: Readonly<Record<string, string>>;
}
interface Panel {
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number };
  readonly targets: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const rules = (
  parse(read('prometheus', 'wetempo.rules.yml')) as { groups: { rules: Rule[] }[] }
).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('grafana', 'wetempo.json')) as { panels: Panel[] };

const expressions: readonly [string, string][] = [
  ...rules.map(({ record, alert, expr }): [string, string] => [record ?? alert ?? '', expr]),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }): [string, string] => [title, expr])),
];

/** Every series that can be scraped, with the labels that it has. */
const series = new Map<string, readonly string[]>(
  Object.values(metricCatalog).flatMap(({ name, type, labels }): [string, readonly string[]][] =>
    type === 'histogram'
      ? [
          [`${name}_bucket`, [...labels, 'le']],
          [`${name}_sum`, labels],
          [`${name}_count`, labels],
        ]
      : [[name, labels]],
  ),
);
const records = new Set(rules.flatMap(({ record }) => record ?? []));

const namesIn = (expr: string) => expr.match(/\b(wechat_\w+|wetempo:[\w:]+)/g) ?? [];

function isBalanced(expr: string): boolean {
  const open: string[] = [];
  const closing: Readonly<Record<string, string>> = { ')': '(', '}': '{', ']': '[' };
  for (const sign of expr.replace(/"[^"]*"/g, '')) {
    if ('({['.includes(sign)) open.push(sign);
    else if (closing[sign] !== undefined && open.pop() !== closing[sign]) return false;
  }
  return open.length === 0;
}

describe.each(expressions)('the expression of %s', (_, expr) => {
  it('uses metrics and records that exist, and is balanced', () => {
    expect(namesIn(expr).length).toBeGreaterThan(0);
    for (const name of namesIn(expr)) expect([...series.keys(), ...records]).toContain(name);
    expect(isBalanced(expr)).toBe(true);
  });

  it('selects and groups by labels that its metrics have', () => {
    const known = new Set(['instance', 'le', ...namesIn(expr).flatMap((name) => labelsOf(name))]);
    const selected = [...expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label);
    const grouped = [...expr.matchAll(/\b(?:by|on)\s*\(([^)]*)\)/g)].flatMap(([, list = '']) =>
      list.split(/,\s*/),
    );
    for (const label of [...selected, ...grouped]) expect([...known]).toContain(label);
  });
});

/** A record has the labels that its own expression groups by. */
function labelsOf(name: string): readonly string[] {
  const own = series.get(name);
  if (own !== undefined) return own;
  const { expr = '' } = rules.find(({ record }) => record === name) ?? {};
  return [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
}

it('the alerts are those that the pages list', () => {
  const alerts = rules.flatMap(({ alert }) => alert ?? []).sort();
  for (const page of ['README.md', 'README.zh-CN.md']) {
    expect([...new Set(read(page).match(/Wetempo[A-Z]\w+/g))].sort()).toEqual(alerts);
  }
});

it('what an alert says names only labels that its expression keeps', () => {
  for (const { expr, annotations = {} } of rules) {
    const used = Object.values(annotations).flatMap((text) =>
      [...text.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label),
    );
    const kept = new Set([...namesIn(expr).flatMap((name) => labelsOf(name)), 'instance']);
    for (const label of used) expect([...kept]).toContain(label);
  }
});

it('every metric is on the board or in a rule', () => {
  const used = new Set(expressions.flatMap(([, expr]) => namesIn(expr)));
  const unused = Object.values(metricCatalog).filter(
    ({ name }) => !used.has(name) && !used.has(`${name}_bucket`) && !used.has(`${name}_count`),
  );
  expect(unused.map(({ name }) => name)).toEqual([]);
});

it.each(['README.md', 'README.zh-CN.md'])(
  '%s of core lists every metric, and none that does not exist',
  (page) => {
    const listed = readFileSync(join(deploy, '..', 'packages', 'core', page), 'utf8').match(/wechat_\w+/g);
    const names = Object.values(metricCatalog).map(({ name }) => name);
    expect([...new Set<string>(listed)].sort()).toEqual([...names].sort());
  },
);

it('the panels of the board do not lie upon each other', () => {
  const places = panels.map(({ gridPos }) => `${gridPos.x} ${gridPos.y}`);
  expect(new Set(places).size).toBe(panels.length);
});

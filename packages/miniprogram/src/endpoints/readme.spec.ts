import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { miniProgramEndpoints } from './index.js';

const declared = miniProgramEndpoints.map(
  ({ name, method, path, kind, docs }) => `| [\`${name}\`](${docs}) | \`${method} ${path}\` | ${kind} |`,
);

describe.each(['README.md', 'README.zh-CN.md'])('%s', (file) => {
  it('lists the endpoints as they are declared', () => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const listed = text.split('\n').filter((line) => line.startsWith('| [`'));
    expect(listed).toEqual(declared);
  });
});

import { readFileSync } from 'node:fs';
import type { AnyEndpoint } from '@wetempo/core';
import { describe, expect, it } from 'vitest';
import { robotEndpoints } from '../robot/index.js';
import { wecomEndpoints } from './index.js';

const endpoints: readonly AnyEndpoint[] = [...wecomEndpoints, ...Object.values(robotEndpoints)];
const declared = endpoints.map(
  ({ name, method, path, kind, docs }) => `| [\`${name}\`](${docs}) | \`${method} ${path}\` | ${kind} |`,
);

describe.each(['README.md', 'README.zh-CN.md'])('%s', (file) => {
  it('lists the endpoints as they are declared', () => {
    const text = readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
    const listed = text.split('\n').filter((line) => line.startsWith('| [`'));
    expect(listed).toEqual(declared);
  });
});

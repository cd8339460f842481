import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Nest's injection reads decorator metadata, also in spec files that no tsconfig includes.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  // Specs run against the sources of every workspace; only the end-to-end ones use what was built.
  resolve: { conditions: ['@wetempo/source', 'module', 'node', 'import', 'default'] },
  ssr: { resolve: { conditions: ['@wetempo/source', 'module', 'node', 'import', 'default'] } },
  test: {
    include: [
      'packages/*/src/**/*.spec.ts',
      'packages/*/test/**/*.spec.ts',
      'examples/*/test/**/*.spec.ts',
      'test/**/*.spec.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});

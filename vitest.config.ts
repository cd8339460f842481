import { defineConfig } from 'vitest/config';

// Specs run against the sources of every workspace; only the consumer projects use what was built.
// Vitest hands these to Node as well: with 'import' or 'module' among them, a CommonJS package would require ESM files.
const conditions = ['@wetempo/source', 'node'];

export default defineConfig({
  // Nest's injection reads decorator metadata, also in spec files that no tsconfig includes.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.spec.ts', 'scripts/*.spec.mjs'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        // These start several processes and servers each. One file at a time keeps their timing honest on two cores.
        extends: true,
        test: {
          name: 'integration',
          include: [
            'packages/*/test/**/*.spec.ts',
            'examples/*/test/**/*.spec.ts',
            'benchmarks/**/*.spec.ts',
            'test/**/*.spec.ts',
          ],
          exclude: ['**/node_modules/**', 'test/consumers/**'],
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});

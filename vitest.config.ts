import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

// Specs run against the sources of every workspace; only the consumer projects use what was built.
// Vitest hands these to Node as well: with 'import' or 'module' among them, a CommonJS package would require ESM files.
const conditions = ['@wetempo/source', 'node'];

/** These start processes and servers as well, but count and wait, and measure no time: two files go side by side. */
const patient = [
  'benchmarks/test/!(drill*).spec.ts',
  'benchmarks/test/drill-parts.spec.ts',
  'examples/nest-push/test/*.spec.ts',
  'examples/{nest-callbacks,plain-node}/test/*.spec.ts',
  'packages/{cli,simulator}/test/*.spec.ts',
  'packages/{core,miniprogram,wecom}/test/nestjs-callback*.spec.ts',
  'packages/core/test/{api-signature,callback-inbox-model,callback-processes,callback-redis,send-processes,send-store-model,token-processes,token-redis}.spec.ts',
  'packages/wechat-mp/test/{api-signature,delivery-callbacks,faults-*,fleet,nestjs*,odd-*,push,push-queue,queue,redis-outage,round-trips,samples,secrets,send-once,tracing}.spec.ts',
  'packages/wecom/test/{contact-sends,round-trips,samples,secrets,tokens}.spec.ts',
  'examples/{nest-miniprogram,nest-wecom}/test/*.spec.ts',
  'packages/miniprogram/test/{answers,callbacks,nestjs,one-time-codes,requests,round-trips,samples,secrets,subscription-messages,token}.spec.ts',
  'test/{consumers,database-servers,deploy,packages,policy-examples,quick-schemas,redis-server,snippets}.spec.ts',
];

export default defineConfig({
  // Nest's injection reads decorator metadata, also in spec files that no tsconfig includes.
  oxc: { decorator: { legacy: true, emitDecoratorMetadata: true } },
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // Only for what hangs: a busy machine may take many times as long as an idle one.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What a test polls for comes sooner or later; a second, as it is by default, may pass while the machine sleeps.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongestFirst },
    // `isolate: false`: a worker imports the sources once for all of its files, so no spec may leave a mock, a timer or
    // a listener behind. Importing them for each file took a quarter of the time of all tests.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.spec.ts', 'scripts/*.spec.mjs'],
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          include: patient,
          maxWorkers: 2,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // The timing of these is honest on two cores only one file at a time.
        extends: true,
        test: {
          name: 'integration',
          include: [
            'packages/*/test/**/*.spec.ts',
            'examples/*/test/**/*.spec.ts',
            'benchmarks/**/*.spec.ts',
            'test/**/*.spec.ts',
          ],
          exclude: ['**/node_modules/**', 'test/consumers/**', ...patient],
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});

import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longest first. One that starts last keeps everything waiting for it alone. */
const longest = [
  'test/consumers.spec.ts',
  'examples/nest-push/test/demo.spec.ts',
  'test/packages.spec.ts',
  'packages/wechat-mp/test/queue.spec.ts',
  'packages/wechat-mp/test/fleet.spec.ts',
  'benchmarks/test/crash.spec.ts',
  'benchmarks/test/bench.spec.ts',
  'test/snippets.spec.ts',
  'packages/wechat-mp/test/push-queue.spec.ts',
  'packages/core/test/send-processes.spec.ts',
  'packages/core/src/send/sql/sql-send-store.spec.ts',
];

function rank({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? longest.length : place;
}

const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;

/** A fresh clone has no record of how long a file took, and Vitest goes by the sizes of the files then. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.sort((a, b) => groupOf(a) - groupOf(b) || rank(a) - rank(b));
  }
}

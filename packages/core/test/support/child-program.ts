import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { build } from 'vite';

/** A TypeScript program that runs as processes of its own, from the sources of the workspace. */
export interface ChildProgram {
  start(environment: Readonly<Record<string, string>>): Child;
  dispose(): Promise<void>;
}

export interface Child {
  readonly process: ChildProcess;
  /** Sends one message and answers the next one that comes back. */
  ask(message: Serializable): Promise<unknown>;
  kill(signal: NodeJS.Signals): void;
}

/** @param entry relative to `packages/core/test/support` */
export async function bundleChildProgram(entry: string): Promise<ChildProgram> {
  const root = resolve(import.meta.dirname, '../../../..');
  const name = basename(entry, '.ts');
  // Inside the workspace, so that the program finds its packages.
  const outDir = join(root, 'node_modules/.cache/wetempo-test', `${name}-${process.pid}`);
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['@wetempo/source', 'node', 'import', 'default'] },
    build: { ssr: join(import.meta.dirname, entry), outDir, target: 'node20', minify: false },
  });
  const children = new Set<ChildProcess>();
  return {
    start(environment) {
      const child = fork(join(outDir, `${name}.js`), { env: { ...process.env, ...environment } });
      children.add(child);
      child.once('exit', () => children.delete(child));
      return {
        process: child,
        ask: (message) => ask(child, message),
        kill: (signal) => child.kill(signal),
      };
    },
    async dispose() {
      const exits = [...children].map((child) => once(child, 'exit'));
      for (const child of children) child.kill('SIGKILL');
      await Promise.all(exits);
      await rm(outDir, { recursive: true, force: true });
    },
  };
}

async function ask(child: ChildProcess, message: Serializable): Promise<unknown> {
  const settled = new AbortController();
  const { signal } = settled;
  const answer = once(child, 'message', { signal }).then(([value]: unknown[]) => value);
  const death = once(child, 'exit', { signal }).then(([code, killedBy]) => {
    throw new Error(`the child ended with ${code ?? killedBy} before it answered`);
  });
  child.send(message);
  try {
    return await Promise.race([answer, death]);
  } finally {
    settled.abort();
    await Promise.allSettled([answer, death]);
  }
}

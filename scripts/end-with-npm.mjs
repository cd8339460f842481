// npm runs a script as npm → sh → node. `kill -9` on npm leaves the node running, unseen, and the next run would
// share its work with that orphan. So the script ends when the npm that started it is gone.
import { readFileSync } from 'node:fs';

/** The name and the parent of a process, where the system has /proc. */
function readProcess(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+) /.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name, parent: Number(parent) };
  } catch {
    return undefined;
  }
}

function findNpm() {
  let pid = process.ppid;
  for (let step = 0; step < 3; step++) {
    const found = readProcess(pid);
    if (found === undefined) return undefined;
    if (found.name.startsWith('npm')) return pid;
    pid = found.parent;
  }
  return undefined;
}

export function endWithNpm() {
  const npm = process.env.npm_lifecycle_event === undefined ? undefined : findNpm();
  if (npm === undefined) return;
  setInterval(() => {
    if (readProcess(npm)?.name.startsWith('npm') !== true) process.exit(1);
  }, 200).unref();
}

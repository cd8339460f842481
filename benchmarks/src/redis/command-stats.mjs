const nothing = { calls: 0, usec: 0 };

/** Calls and time per command, as Redis itself counts them. Commands that a script calls count beside the script. */
export async function readCommandStats(client) {
  const text = await client.info('commandstats');
  const lines = text.matchAll(/^cmdstat_([^:]+):calls=(\d+),usec=(\d+)/gm);
  return new Map(
    Array.from(lines, ([, name, calls, usec]) => [name, { calls: Number(calls), usec: Number(usec) }]),
  );
}

/** What happened between two readings, but for the reading. */
export function commandsBetween(before, after) {
  const scripts = { ...nothing };
  let otherCalls = 0;
  for (const [name, { calls, usec }] of after) {
    const known = before.get(name) ?? nothing;
    if (name === 'evalsha' || name === 'eval') {
      scripts.calls += calls - known.calls;
      scripts.usec += usec - known.usec;
    } else if (name !== 'info') {
      otherCalls += calls - known.calls;
    }
  }
  return { scripts: scripts.calls, otherCommands: otherCalls, scriptsUs: scripts.usec };
}

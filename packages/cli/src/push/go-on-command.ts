/** Flags that say how a run begins, not what it sends; the number is that of their values. */
const ofOneRun: ReadonlyMap<string, number> = new Map([
  ['--resume', 0],
  ['--dry-run', 0],
  ['--forecast', 0],
  ['--retry', 1],
]);

/** The command line as it was written, without what only this run was told, and without passwords. */
export function goOnCommand(args: readonly string[]): string {
  const kept: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const argument = args[at] ?? '';
    const [name = ''] = argument.split('=', 1);
    const values = ofOneRun.get(name);
    if (values === undefined) kept.push(quoted(withoutPassword(argument)));
    else if (name === argument) at += values;
  }
  return ['wetempo', ...kept].join(' ');
}

function withoutPassword(argument: string): string {
  // Up to the last one: a password that nobody has encoded may hold `/` and `@`.
  return argument.replace(/:\/\/\S*@/, '://…@');
}

function quoted(argument: string): string {
  return /^[\w./:=@%+,…-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

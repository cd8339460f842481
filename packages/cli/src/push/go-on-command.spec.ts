import { expect, it } from 'vitest';
import { goOnCommand } from './go-on-command.js';

it.each([
  ['push people.csv --template T1 --map thing1=goods', 'push people.csv --template T1 --map thing1=goods'],
  ['push people.csv --resume --yes', 'push people.csv --yes'],
  ['push a.csv --retry failed --id x', 'push a.csv --id x'],
  ['push a.csv --retry=failed --id x', 'push a.csv --id x'],
  ['push a.csv --redis redis://me:hush@host:6379/1', 'push a.csv --redis redis://…@host:6379/1'],
  ['push a.csv --redis redis://me:hu@s/h@host:6379', 'push a.csv --redis redis://…@host:6379'],
])('goes on after `%s` by `%s`', (line, expected) => {
  expect(goOnCommand(line.split(' '))).toBe(`wetempo ${expected}`);
});

it('quotes what a shell would cut', () => {
  expect(goOnCommand(['push', "my people's.csv"])).toBe("wetempo push 'my people'\\''s.csv'");
});

import { expect, it } from 'vitest';
import { fromStoredJson, storedResult } from './stored-json.js';

it.each(['{damaged', '', '5', 'null', '"text"'])('what was damaged counts as absent: %s', (text) => {
  expect(fromStoredJson(text)).toBeUndefined();
  expect(storedResult(text, undefined)).toBeUndefined();
  expect(storedResult(text, '2000000000000000001')).toEqual({ msgid: '2000000000000000001' });
});

it('what is whole is read as it stands', () => {
  const result = { msgid: '1', details: { invaliduser: 'u2' } };
  expect(storedResult(JSON.stringify(result), '1')).toEqual(result);
});

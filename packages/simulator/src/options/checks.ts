import { SimulatorOptionError } from './option-error.js';

/** Says what was expected where a value does not pass; undefined where it does. */
export type Check = (value: unknown, path: string) => void;

export function expecting(expected: string, passes: (value: unknown) => boolean): Check {
  return (value, path) => {
    if (!passes(value)) throw new SimulatorOptionError(path, value, expected);
  };
}

export const isBoolean = expecting('true or false', (value) => typeof value === 'boolean');
export const isText = expecting(
  'a text that is not empty',
  (value) => typeof value === 'string' && value !== '',
);
export const isCount = expecting(
  'a whole number >= 0',
  (value) => Number.isSafeInteger(value) && Number(value) >= 0,
);
export const isWhole = expecting(
  'a whole number > 0',
  (value) => Number.isSafeInteger(value) && Number(value) > 0,
);
export const isMs = expecting('milliseconds >= 0', isAmount);
export const isPositive = expecting('a number > 0', (value) => isAmount(value) && Number(value) > 0);
export const isProbability = expecting(
  'a number from 0 to 1',
  (value) => isAmount(value) && Number(value) <= 1,
);
export const isErrcode = expecting(
  'an errcode other than 0',
  (value) => Number.isSafeInteger(value) && value !== 0,
);

export function isAmount(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0;
}

export function isOneOf(...allowed: readonly unknown[]): Check {
  const names = allowed.map((value) => JSON.stringify(value)).join(' or ');
  return expecting(names, (value) => allowed.includes(value));
}

export function isListOf(check: Check, expected: string): Check {
  return (value, path) => {
    if (!Array.isArray(value)) throw new SimulatorOptionError(path, value, expected);
    for (const [index, item] of value.entries()) check(item, `${path}[${index}]`);
  };
}

/** Whether a value is an object with names, as opposed to null, an array or a plain value. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks every value of a record that goes by API paths. */
export function isPerPath(check: Check): Check {
  return (value, path) => {
    for (const [name, member] of Object.entries(asRecord(value, path))) {
      if (!name.startsWith('/'))
        throw new SimulatorOptionError(`${path}[${name}]`, name, 'a path that begins with /');
      check(member, `${path}[${name}]`);
    }
  };
}

/** Checks each known name and refuses the others, so that a misspelt option is not passed over in silence. */
export function checkRecord(value: unknown, path: string, checks: Readonly<Record<string, Check>>): void {
  for (const [name, member] of Object.entries(asRecord(value, path))) {
    const at = path === '' ? name : `${path}.${name}`;
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined)
      throw new SimulatorOptionError(at, member, `one of ${Object.keys(checks).join(', ')}`);
    if (member !== undefined) check(member, at);
  }
}

function asRecord(value: unknown, path: string): Record<string, unknown> {
  if (!isRecord(value)) throw new SimulatorOptionError(path === '' ? 'options' : path, value, 'an object');
  return value;
}

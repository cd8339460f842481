type Rule = (value: string) => boolean;

function longest(max: number): Rule {
  return (value) => [...value].length <= max;
}

function pattern(expression: RegExp): Rule {
  return (value) => expression.test(value);
}

/** Rules of the typed fields, such as `thing1`. `enum` is left out: its values belong to the single template. */
const RULES: Readonly<Record<string, Rule>> = {
  thing: longest(20),
  number: pattern(/^-?\d{1,32}(\.\d+)?$/),
  letter: pattern(/^[A-Za-z]{1,32}$/),
  symbol: longest(5),
  character_string: pattern(/^[\x20-\x7e]{1,32}$/),
  time: pattern(/\d/),
  date: pattern(/\d/),
  amount: pattern(/^\D?\d{1,10}(\.\d+)?元?$/u),
  phone_number: pattern(/^[\d\s+\-()#*]{1,17}$/),
  car_number: longest(8),
  name: (value) => [...value].length <= (/\p{Script=Han}/u.test(value) ? 10 : 20),
  phrase: longest(5),
};

/**
 * Checks the `data` of a template or subscription message.
 * @param demanded fields that must be there
 * @returns the text of the 47003, undefined when all is well
 */
export function dataFault(data: unknown, demanded: readonly string[]): string | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    return 'argument invalid! data is empty';
  for (const name of demanded) {
    if (!Object.hasOwn(data, name)) return `argument invalid! data.${name}.value is empty`;
  }
  for (const [name, field] of Object.entries(data)) {
    const fault = fieldFault(name, field);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function fieldFault(name: string, field: unknown): string | undefined {
  const value =
    typeof field === 'object' && field !== null ? (field as { value?: unknown }).value : undefined;
  if (typeof value !== 'string' && typeof value !== 'number')
    return `argument invalid! data.${name}.value is empty`;
  const type = /^([a-z_]+?)\d+$/.exec(name)?.[1] ?? '';
  const rule = Object.hasOwn(RULES, type) ? RULES[type] : undefined;
  if (rule === undefined) return undefined;
  if (value === '') return `argument invalid! data.${name}.value is empty`;
  return rule(String(value)) ? undefined : `argument invalid! data.${name}.value invalid`;
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const;

/** For people: the two largest units, such as `1 h 58 min`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  let rest = ms;
  const parts: string[] = [];
  for (const [name, lengthMs] of units) {
    const count = Math.floor(rest / lengthMs);
    if (count > 0) parts.push(`${count} ${name}`);
    rest -= count * lengthMs;
  }
  return parts.slice(0, 2).join(' ');
}

const unitsByName: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  min: 60_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

/** Reads `90s`, `15min`, `2h`; a bare number is seconds. `undefined`: it is no duration. */
export function parseDuration(text: string): number | undefined {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)\s*([a-z]+)?$/.exec(text.trim()) ?? [];
  const lengthMs = unitsByName[unit];
  return number === undefined || lengthMs === undefined ? undefined : Number(number) * lengthMs;
}

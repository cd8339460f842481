export { measure } from './measure.mjs';
export { report } from './report.mjs';
export { missedTargets, targets } from './targets.mjs';

export const title = 'Token fetches: a cold stampede, and a token that was revoked';

export function charts({ processes, each, rows }) {
  const bars = rows.map(({ name, title: label, together }) => ({
    title: label,
    value: together.cold.fetches,
    isOurs: name.startsWith('wetempo'),
  }));
  return [{ title: `Token fetches for ${processes * each} calls of ${processes} processes`, unit: '', bars }];
}

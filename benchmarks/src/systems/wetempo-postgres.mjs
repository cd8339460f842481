import { openWetempo } from './wetempo.mjs';

export { note } from './wetempo.mjs';
export const title = 'Wetempo, PostgreSQL send store';

export function open(target) {
  return openWetempo(target, { sendStore: { postgres: target.postgresUrl } });
}

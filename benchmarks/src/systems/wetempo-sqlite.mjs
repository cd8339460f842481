import { join } from 'node:path';
import { openWetempo } from './wetempo.mjs';

export { note } from './wetempo.mjs';
export const title = 'Wetempo, SQLite send store';

export function open(target) {
  return openWetempo(target, { sendStore: { sqlite: join(target.folder, 'sends.sqlite') } });
}

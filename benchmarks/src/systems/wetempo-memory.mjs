import { openWetempo } from './wetempo.mjs';

export { note } from './wetempo.mjs';
export const title = 'Wetempo, memory stores';

export function open(target) {
  return openWetempo(target, { sendStore: 'memory' });
}

import { openWetempo } from './wetempo.mjs';

export { note } from './wetempo.mjs';
export const title = 'Wetempo, Redis for everything';

export function open(target) {
  return openWetempo(target, { redis: target.redisUrl });
}

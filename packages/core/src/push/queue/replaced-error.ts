import { ConfigError } from '../../errors/errors.js';
import type { RunName } from './push-keys.js';

export function replacedError({ id }: RunName): ConfigError {
  return new ConfigError(`push ${id}: another run of it has begun since, or it is kept no longer`, {
    hint: 'Ask the queue for it again, by `find`.',
  });
}

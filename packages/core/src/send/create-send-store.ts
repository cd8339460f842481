import type { Clock } from '../clock/clock.js';
import type { RedisOption } from '../redis/redis-connection.js';
import type { Telemetry } from '../telemetry/telemetry.js';
import { MemorySendStore } from './memory-send-store.js';
import type { SendStore } from './send-store.js';

export type SendStoreOption =
  | 'memory'
  | 'redis'
  | { readonly sqlite: string; readonly synchronous?: 'NORMAL' | 'FULL' }
  | SendStore;

export async function createSendStore(
  option: SendStoreOption,
  { clock }: { clock: Clock; redis: RedisOption | undefined; telemetry: Telemetry },
): Promise<SendStore> {
  if (typeof option === 'object' && 'claim' in option) return option;
  return new MemorySendStore({ clock });
}

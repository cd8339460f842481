import { type AesPacket, openPacket } from './aes-packet.js';
import { aesKeyOf } from './encoding-aes-key.js';
import type { GateSettings } from './gate-settings.js';
import { refusal } from './refusal.js';

export interface OpenedPacket extends AesPacket {
  /** The key that opened it; the reply is sealed with the same. */
  readonly key: Buffer;
}

/** Opens packets with the key in use, or with the one before it while the console's change spreads. */
export class PacketOpener {
  readonly #keys: readonly Buffer[];
  readonly #receiveIds: readonly string[];

  constructor({ encodingAesKeys, receiveIds }: Pick<GateSettings, 'encodingAesKeys' | 'receiveIds'>) {
    this.#keys = encodingAesKeys.map(aesKeyOf);
    this.#receiveIds = receiveIds;
  }

  /** @throws {CallbackError} `decryption`, or `receive-id` where it is meant for another */
  open(encrypted: string): OpenedPacket {
    let other: string | undefined;
    for (const key of this.#keys) {
      const packet = openPacket(encrypted, key);
      if (packet !== undefined && this.#receiveIds.includes(packet.receiveId)) return { ...packet, key };
      other ??= packet?.receiveId;
    }
    if (other === undefined) throw refusal('decryption', 'A wrong key, or damaged data.');
    throw refusal(
      'receive-id',
      `Meant for ${shown(other)}, expected ${this.#receiveIds.map(shown).join(' or ')}.`,
    );
  }
}

/** A wrong key may by chance give a packet, and its end would be anything; what is no id is not shown. */
function shown(receiveId: string): string {
  return /^[\w@.-]{0,64}$/.test(receiveId) ? JSON.stringify(receiveId) : 'something that is no id';
}

import { randomBytes } from 'node:crypto';
import type { FilePart } from '../server/multipart.js';

const KEPT_MS = 3 * 86_400_000;

export type MediaType = 'image' | 'voice' | 'video' | 'thumb' | 'file';

export interface Media {
  readonly id: string;
  readonly type: MediaType;
  readonly file: FilePart;
  readonly createdAt: number;
}

/** Temporary media: kept for three days. */
export class MediaShelf {
  readonly #media = new Map<string, Media>();

  add(type: MediaType, file: FilePart, nowMs: number): Media {
    const media = { id: randomBytes(48).toString('base64url'), type, file, createdAt: nowMs };
    this.#media.set(media.id, media);
    return media;
  }

  find(id: string, nowMs: number): Media | undefined {
    const media = this.#media.get(id);
    return media !== undefined && nowMs - media.createdAt < KEPT_MS ? media : undefined;
  }
}

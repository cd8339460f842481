import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import type { PushItem } from '../push-plan.js';
import type { PushResult } from '../push-result.js';

const deflate = promisify(deflateRaw);
const inflate = promisify(inflateRaw);

/** Memory of Redis is what a large push costs, and messages of one template have most of their text in common. */
const level = 6;

/** JSON lines, deflated. */
export async function pack(lines: readonly unknown[]): Promise<string> {
  const text = lines.map((line) => JSON.stringify(line)).join('\n');
  return (await deflate(text, { level })).toString('base64');
}

export async function unpack<Line>(packed: string): Promise<Line[]> {
  const text = (await inflate(Buffer.from(packed, 'base64'))).toString();
  return text.split('\n').map((line) => JSON.parse(line) as Line);
}

/** The items of a chunk as they stand in its job. */
type PackedItem = readonly [requestId: string, request: unknown];

export function packItems(items: readonly PushItem[]): Promise<string> {
  return pack(items.map(({ requestId, request }): PackedItem => [requestId, request]));
}

export async function unpackItems(packed: string): Promise<PushItem[]> {
  const lines = await unpack<PackedItem>(packed);
  return lines.map(([requestId, request]) => ({ requestId, request }));
}

/** An end as it is kept; what was refused keeps its request, so that it can be tried again. */
export interface KeptResult {
  readonly result: PushResult;
  readonly request?: unknown;
}

/**
 * Names a chunk by its place and by what is in it: whoever reads the same items makes the same chunks, and other items are
 * another chunk.
 */
export function chunkName(place: number, items: readonly PushItem[]): string {
  const hash = createHash('sha256');
  for (const { requestId, request } of items) hash.update(JSON.stringify([requestId, request]));
  return `${place}-${items.length}-${hash.digest('base64url').slice(0, 12)}`;
}

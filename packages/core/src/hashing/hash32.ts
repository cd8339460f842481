/**
 * 32 bits of a string in the manner of MurmurHash: nothing for secrets, and quick, without an object for each of a
 * million strings. Another seed and factor give bits that do not depend on the first ones.
 */
export function hash32(text: string, seed: number, factor: number): number {
  let hash = seed ^ text.length;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), factor);
    hash = (hash << 13) | (hash >>> 19);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** As the consoles make them. */
export const encodingAesKeyPattern = /^[A-Za-z0-9+/]{43}$/;

/**
 * The 32 bytes behind the 43 characters. The last character carries bits that belong to nothing, and the consoles leave them
 * set; a strict decoder refuses such keys, so this one is lenient.
 */
export function aesKeyOf(encodingAesKey: string): Buffer {
  return Buffer.from(`${encodingAesKey}=`, 'base64');
}

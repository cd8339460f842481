import { createHash } from 'node:crypto';
import { ValidationError } from '@wetempo/core';

/** The bytes of a picture, JPG or PNG of 2 MB at most, as `robot.send` wants them. @throws {ValidationError} where there are none */
export function robotPicture(bytes: Uint8Array): { base64: string; md5: string } {
  if (bytes.byteLength === 0) {
    const issue = { path: 'bytes', message: 'must not be empty' };
    throw new ValidationError(`robotPicture: ${issue.path} ${issue.message}`, { issues: [issue] });
  }
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  return { base64, md5: createHash('md5').update(bytes).digest('hex') };
}

import { createHash } from 'node:crypto';
import type { RequestBody, UploadFile } from './transport.js';

/** What a form part holds: a text field or a file. */
export type FormValue = string | UploadFile;

/**
 * Writes fields and files as `multipart/form-data`. Called once per call, so that every attempt carries the same bytes;
 * the boundary follows from the content, so equal forms are equal bytes in every process.
 *
 * Names go out in raw UTF-8, which the platforms read. Quotes and line breaks in them are percent-escaped as browsers do,
 * backslashes too because some parsers see an escape in them, so a file name cannot end its header.
 */
export function encodeMultipart(
  form: Readonly<Record<string, FormValue>>,
): RequestBody & { type: 'multipart' } {
  const parts = Object.entries(form).map(([name, value]) => ({
    header: partHeader(name, value),
    content: contentOf(value),
  }));
  const boundary = boundaryFor(parts);
  const chunks = parts.flatMap(({ header, content }) => [
    Buffer.from(`--${boundary}\r\n${header}\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ]);
  const bytes = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { type: 'multipart', bytes, contentType: `multipart/form-data; boundary=${boundary}` };
}

interface Part {
  readonly header: string;
  readonly content: Uint8Array;
}

function partHeader(name: string, value: FormValue): string {
  const disposition = `Content-Disposition: form-data; name="${escapeName(name)}"`;
  if (typeof value === 'string') return disposition;
  const type = value.contentType ?? 'application/octet-stream';
  return `${disposition}; filename="${escapeName(value.filename)}"\r\nContent-Type: ${type.replace(/[\r\n]+/g, ' ')}`;
}

function contentOf(value: FormValue): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value) : value.content;
}

function escapeName(name: string): string {
  return name.replace(/[\r\n"\\]/g, encodeURIComponent);
}

/** A hash of the content cannot stand in the content. */
function boundaryFor(parts: readonly Part[]): string {
  const hash = createHash('sha256');
  for (const { header, content } of parts) hash.update(`${header}\0${content.byteLength}\0`).update(content);
  return `wetempo-${hash.digest('hex').slice(0, 40)}`;
}

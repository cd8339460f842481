/** A file in a multipart body. */
export interface FilePart {
  readonly name: string;
  readonly filename: string;
  readonly contentType: string;
  readonly bytes: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** The files of a `multipart/form-data` body; parts without a file name are left out. */
export function fileParts(raw: Buffer, contentType: string | undefined): FilePart[] {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/.exec(contentType ?? '');
  const text = boundary?.[1] ?? boundary?.[2];
  if (text === undefined) return [];
  return split(raw, Buffer.from(`--${text}`)).flatMap((part) => readPart(part) ?? []);
}

/** What stands between one boundary and the next. */
function split(raw: Buffer, delimiter: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let start = raw.indexOf(delimiter);
  while (start >= 0) {
    const end = raw.indexOf(delimiter, start + delimiter.length);
    if (end < 0) break;
    parts.push(raw.subarray(start + delimiter.length, end));
    start = end;
  }
  return parts;
}

function readPart(part: Buffer): FilePart | undefined {
  const headEnd = part.indexOf(HEAD_END);
  if (headEnd < 0) return undefined;
  const head = part.toString('utf8', 0, headEnd);
  const filename = parameter(head, 'filename');
  if (filename === undefined) return undefined;
  return {
    name: parameter(head, 'name') ?? '',
    filename,
    contentType: /^content-type:\s*(.+)$/im.exec(head)?.[1]?.trim() ?? 'application/octet-stream',
    // The line break before the next boundary belongs to the boundary.
    bytes: part.subarray(headEnd + HEAD_END.length, -2),
  };
}

function parameter(head: string, name: string): string | undefined {
  return new RegExp(`[;\\s]${name}="([^"]*)"`, 'i').exec(head)?.[1];
}

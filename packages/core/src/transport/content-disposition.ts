/** The file name that an answer suggests, or `undefined`. A name only: paths are cut off. */
export function fileNameOf(contentDisposition: string | undefined): string | undefined {
  if (contentDisposition === undefined) return undefined;
  const name = extendedName(contentDisposition) ?? plainName(contentDisposition);
  return name?.split(/[/\\]/).at(-1) || undefined;
}

/** `filename*=UTF-8''%E5%9B%BE.jpg` */
function extendedName(header: string): string | undefined {
  const encoded = /(?:^|;)\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (encoded === undefined) return undefined;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

function plainName(header: string): string | undefined {
  const match = /(?:^|;)\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(header);
  const raw = match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2];
  return raw === undefined ? undefined : fromHeaderBytes(raw);
}

/** The platforms put raw UTF-8 into the header, and HTTP libraries hand its bytes on as Latin-1. */
function fromHeaderBytes(raw: string): string {
  if (/[\u0100-\uffff]/.test(raw)) return raw;
  const decoded = Buffer.from(raw, 'latin1').toString('utf8');
  return decoded.includes('\ufffd') ? raw : decoded;
}

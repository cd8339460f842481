import { createHash } from 'node:crypto';
import type { RecipientCsv } from './recipient-csv.js';

/** The same for the same template and recipients, so that posting a CSV again never pushes it again. */
export function nameOfContent(templateId: string, { lines }: RecipientCsv): string {
  const hash = createHash('sha256').update(templateId);
  for (const line of lines) hash.update(JSON.stringify(line));
  return `csv-${hash.digest('hex').slice(0, 12)}`;
}

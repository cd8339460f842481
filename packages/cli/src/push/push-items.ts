import { csvItems, jsonLinesItems, type PushItems, type SourceInput } from '@wetempo/core/push';
import type { PushKind } from './push-kind.js';
import type { PushOrder } from './push-order.js';

export interface OpenItems {
  readonly items: PushItems;
  /** Columns that nothing is made of; known once a line was read. */
  readonly unusedColumns: ReadonlySet<string>;
}

/** Reads the file of a push as it is walked; call it once for each walk. */
export function openItems(order: PushOrder, kind: PushKind, stdin: SourceInput): OpenItems {
  const { file, format, template = '', encoding, delimiter, fieldOfColumn, settings } = order;
  const input = file === '-' ? stdin : file;
  const unusedColumns = new Set<string>();
  if (format === 'jsonl') return { items: jsonLinesItems(input, { encoding }), unusedColumns };
  const what = { push: settings.id, template, fieldOfColumn };
  let isFirst = true;
  const items = csvItems(input, {
    encoding,
    delimiter,
    item: (row) => {
      if (isFirst)
        for (const column of Object.keys(row)) if (!kind.uses(column, what)) unusedColumns.add(column);
      isFirst = false;
      return kind.itemOf(row, what);
    },
  });
  return { items, unusedColumns };
}

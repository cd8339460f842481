/** A Markdown table, aligned so that it also reads well as it is. The first column is text, the others are figures. */
export function table(head, rows) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const alignment = widths.map((width, column) => '-'.repeat(width - 1) + (column === 0 ? '-' : ':'));
  return [head, alignment, ...rows].map((row) => lineOf(row, widths)).join('\n');
}

function lineOf(row, widths) {
  const cells = row.map((cell, column) =>
    column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]),
  );
  return `| ${cells.join(' | ')} |`;
}

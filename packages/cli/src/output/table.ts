/** Columns under each other, two spaces between them. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, widthOf(cell));
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => padded(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function padded(cell: string, width: number): string {
  return cell + ' '.repeat(width - widthOf(cell));
}

/** Chinese characters take two columns of a terminal. */
function widthOf(text: string): number {
  return (
    [...text].length + (text.match(/[\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/g)?.length ?? 0)
  );
}

export interface ChartRow {
  delivered: number;
  refused: number;
}
export function secondsPerRow(tookMs: number): number;
export function textChart(rows: readonly ChartRow[], seconds: number): string;

import type { ChartRow } from './text-chart.mjs';

export function svgChart(
  panels: readonly { title: string; figures: string; rows: readonly ChartRow[] }[],
  quotaPerSecond: number,
): string;

export interface BarPanel {
  readonly title: string;
  readonly unit: string;
  readonly bars: readonly { title: string; value: number; isOurs: boolean }[];
  readonly isMoreBetter?: boolean;
}
export function barChart(panels: readonly BarPanel[], footnote: string): string;

export interface Target {
  readonly target: string;
  readonly wanted: string;
  readonly measured: string;
  readonly isMet: boolean;
}
export function atMost(bound: number, target: string, measured: number | undefined, digits?: number): Target;
export function atLeast(bound: number, target: string, measured: number | undefined, digits?: number): Target;
export function missedAmong(targets: readonly Target[]): string[];

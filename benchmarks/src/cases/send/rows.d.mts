export interface Ratio {
  readonly median: number;
  readonly middleHalf: readonly [number, number];
  readonly ofMeans: number;
}

export interface SendRow {
  readonly name: string;
  readonly title: string;
  readonly note: string;
  readonly inFlight: number;
  readonly cpuUsPerSend: number;
  readonly meanCpuUsPerSend: number;
  readonly sendsPerSecond: number;
  readonly ofAxios: Ratio | undefined;
  readonly ofCoWechatApi: Ratio | undefined;
}

export function rowsOf(
  systems: readonly { readonly name: string; readonly title: string; readonly note: string }[],
  inFlight: number,
  rounds: readonly (readonly { readonly cpuUsPerSend: number; readonly sendsPerSecond: number }[])[],
): SendRow[];

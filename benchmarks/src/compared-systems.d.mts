export interface Surroundings {
  readonly target: object;
  delivered(): Promise<number>;
}

export interface ComparedSystem {
  readonly name: string;
  readonly sent: number;
  round(count: number, inFlight: number): Promise<{ cpuUsPerSend: number; sendsPerSecond: number }>;
}

export interface Comparison<Measured> {
  readonly surroundings: Surroundings;
  readonly profileFolder?: string | undefined;
  measure(systems: readonly ComparedSystem[]): Promise<Measured>;
}

export function compareSystems<Measured extends object>(
  names: readonly string[],
  comparison: Comparison<Measured>,
): Promise<Measured & { readonly skipped: readonly string[]; readonly delivered: number }>;

export function playRound<System, Result>(
  systems: readonly System[],
  round: number,
  play: (system: System) => Promise<Result>,
): Promise<Result[]>;

import type { CaseOptions, CaseSurroundings } from '../callers/case-surroundings.mjs';

export interface GatewayResult {
  readonly rows: readonly {
    readonly name: string;
    readonly title: string;
    readonly tasks: number;
    readonly attempts: number;
    /** By the gateway, with 429. */
    readonly refused: number;
    readonly delivered: number;
    readonly twice: number;
    readonly falselySent: number;
    readonly falselyFailed: number;
    readonly unknown: number;
    readonly spanMs: number;
    readonly leastMs: number;
  }[];
}

export function measure(options: CaseOptions, surroundings: CaseSurroundings): Promise<GatewayResult>;
export function report(result: GatewayResult): string;
export function missedTargets(result: GatewayResult): string[];

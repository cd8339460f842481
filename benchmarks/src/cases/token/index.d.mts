import type { CaseOptions, CaseSurroundings } from '../callers/case-surroundings.mjs';

/** Of all processes together, as the platform saw it. */
export interface BurstFigures {
  readonly calls: number;
  readonly fetches: number;
  readonly refused: number;
  readonly undelivered: number;
  /** Messages whose callers were told that they are sent. */
  readonly toldSent: number;
}

export interface TokenBursts {
  readonly cold: BurstFigures;
  readonly revoked: BurstFigures;
}

export interface TokenResult {
  readonly processes: number;
  readonly each: number;
  readonly rows: readonly {
    readonly name: string;
    readonly title: string;
    readonly alone: TokenBursts;
    readonly together: TokenBursts;
  }[];
}

export function measure(options: CaseOptions, surroundings: CaseSurroundings): Promise<TokenResult>;
export function report(result: TokenResult): string;
export function missedTargets(result: TokenResult): string[];

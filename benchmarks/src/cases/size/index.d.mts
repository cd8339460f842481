import type { CaseOptions } from '../callers/case-surroundings.mjs';

interface Sample {
  readonly cpuUs: number;
  readonly wallMs: number;
}

export interface SizeResult {
  readonly rounds: number;
  readonly loads: readonly {
    readonly name: string;
    readonly way: string;
    readonly samples: readonly (Sample & { readonly heapBytes: number })[];
    /** Only of `import`: files that came along. */
    readonly modules?: number;
  }[];
  readonly firstSends: readonly {
    readonly name: string;
    readonly title: string;
    readonly samples: readonly Sample[];
  }[];
  readonly installed: readonly {
    readonly name: string;
    readonly ownBytes: number;
    readonly bytes: number;
    readonly packages: number;
    readonly optionalPeers: number;
  }[];
}

export interface SizeSurroundings {
  readonly redis?: unknown;
  readonly target: { readonly baseUrl: string; readonly appId: string; readonly appSecret: string };
  delivered(): Promise<number>;
}

export function measure(
  options: CaseOptions & { readonly rounds: number },
  surroundings: SizeSurroundings,
): Promise<SizeResult>;
export function report(result: SizeResult): string;
export function missedTargets(result: SizeResult): string[];

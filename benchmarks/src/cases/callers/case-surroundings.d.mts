export interface CaseOptions {
  /** Of the systems that take part. */
  readonly names: readonly string[];
  readonly quick: boolean;
}

/** What of the surroundings these cases look at. */
export interface CaseSurroundings {
  readonly redis: unknown;
  readonly target: { readonly redisUrl: string; readonly folder: string };
}

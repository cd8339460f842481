/** What a successful call cleared: the quota of one path, or of all. */
export type Cleared = { readonly path: string } | 'all';

export interface ClearingParts {
  /** Every endpoint whose quota can be cleared. */
  readonly endpoints: readonly { readonly name: string; readonly path: string }[];
  /** Forgets what is known of the endpoint's quota. */
  readonly forget: (endpoint: string) => void;
  /** Whether the endpoint is closed because the quota of its day is used up. */
  readonly isClosedForDay: (endpoint: string) => boolean;
  /** Opens the endpoint's door for every process. */
  readonly reopen: (endpoint: string) => Promise<unknown>;
}

/**
 * Opens the doors whose quota was cleared. Clearing concerns quotas of the day alone, so where all are cleared, doors that
 * are closed for another reason stay so; one that was cleared by its path is opened in any case.
 */
export async function reopenCleared(cleared: Cleared, parts: ClearingParts): Promise<void> {
  const { endpoints, isClosedForDay, forget, reopen } = parts;
  const isCleared = (endpoint: { readonly name: string; readonly path: string }) =>
    cleared === 'all' ? isClosedForDay(endpoint.name) : endpoint.path === cleared.path;
  for (const { name } of endpoints.filter(isCleared)) {
    forget(name);
    await reopen(name);
  }
}

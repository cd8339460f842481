export const appIds: readonly string[];

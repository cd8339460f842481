/**
 * How the processes share the work. `process`: what runs in each of them.
 */
export const modes = {
  local: { process: 'local-process.mjs' },
};

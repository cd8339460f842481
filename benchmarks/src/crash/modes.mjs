/** How the processes share the work. `process`: what runs in each of them. `feeders`: how many there are besides workers. */
export const modes = {
  bullmq: { process: 'queue-process.mjs', feeders: 1 },
  local: { process: 'local-process.mjs', feeders: 0 },
};

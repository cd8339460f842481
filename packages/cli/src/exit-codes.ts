/** What the exit code of a run says. */
export const exitCodes = {
  done: 0,
  /** Something that no other code stands for, such as a platform that cannot be reached. */
  failed: 1,
  /** An option, the environment, the configuration or the file to push is wrong; nothing was sent. */
  usage: 2,
  /** Finished, but some messages were refused, are invalid, or nobody knows whether they went out. */
  troubles: 3,
  /** Ended before everything was done, by a signal or a deadline; the same command goes on. */
  stopped: 4,
  /** The doctor found a problem. */
  unhealthy: 5,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodesHelp = `
Exit codes:
  0  done
  1  something went wrong on the way
  2  wrong usage or configuration; nothing was sent
  3  finished, but some messages failed or nobody knows their fate
  4  stopped early, by a signal or a deadline; the same command goes on
  5  the doctor found a problem`;

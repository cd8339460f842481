/** How a push goes about its work. */
export interface PushSettings {
  /** People who are sent to at the same time. */
  readonly parallelism: number;
  /** How often lines that could not be sent are taken up again within one push. */
  readonly rounds: number;
  /** Time between two rounds. */
  readonly pauseMs: number;
  /** How long one message may wait for its turn, in the client's time. */
  readonly deadlineMs: number;
  /** How long what is under way may take when the process is to stop. */
  readonly graceMs: number;
}

export const PUSH_SETTINGS = Symbol('push settings');

export const defaultPushSettings: PushSettings = {
  parallelism: 32,
  rounds: 5,
  pauseMs: 5_000,
  deadlineMs: 900_000,
  graceMs: 5_000,
};

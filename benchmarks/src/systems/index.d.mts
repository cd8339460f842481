export interface SystemTarget {
  readonly baseUrl: string;
  readonly appId: string;
  readonly appSecret: string;
  readonly folder: string;
  readonly redisUrl?: string | undefined;
  readonly postgresUrl?: string | undefined;
}

export interface OpenSystem {
  /** Rejects unless the message went out. Answers the message's id as the user of the system gets it. */
  send(message: Readonly<Record<string, unknown>>, requestId: string): Promise<unknown>;
  close(): Promise<void>;
}

export interface MeasurableSystem {
  readonly title: string;
  readonly note: string;
  open(target: SystemTarget): Promise<OpenSystem>;
}

export const reference: string;
export const systems: Readonly<Record<string, () => Promise<MeasurableSystem>>>;

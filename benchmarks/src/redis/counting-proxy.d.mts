export interface CountingProxy {
  readonly url: string;
  readonly counts: { readonly roundTrips: number };
  close(): void;
}

export function startCountingProxy(serverPort: number): Promise<CountingProxy>;

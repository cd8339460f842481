import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SimulatorOrder } from './simulator-process.js';

export interface SimulatedPlatform {
  readonly url: string;
  revokeToken(): void;
  close(): void;
}

/** Starts the simulator as a child that ends with this process, also when this one is killed. */
export async function startSimulatedPlatform(order: SimulatorOrder): Promise<SimulatedPlatform> {
  const program = fileURLToPath(new URL('simulator-process.js', import.meta.url));
  const child = fork(program, [JSON.stringify(order)]);
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the simulator ended with ${code} before it was ready`);
    }),
  ]);
  return {
    url: String(Object(message).url),
    revokeToken: () => void child.send('revoke-token'),
    close: () => child.disconnect(),
  };
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallbackReceiver } from '@wetempo/core/callback';
import { onTestFinished } from 'vitest';

export const callbackToken = 'TOKENfortests';
export const encodingAesKey = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG';

/** Starts a plain server with nothing but the receiver, and closes both when the test ends. Answers its address. */
export async function serveCallbacks(
  receiver: Pick<CallbackReceiver, 'requestHandler' | 'close'>,
): Promise<string> {
  const server = createServer(receiver.requestHandler());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await receiver.close(0);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`;
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { JoinedWrites } from './joined-writes.js';

async function openSocket(): Promise<Socket> {
  const server = createServer((peer) => peer.resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  return socket;
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

it('lets what one turn writes leave at once, at its end', async () => {
  const socket = await openSocket();
  const single = vi.spyOn(socket, '_write');
  const joined = vi.spyOn(socket, '_writev' as never);
  const writes = new JoinedWrites();
  for (const text of ['a', 'b', 'c']) {
    writes.hold(socket);
    socket.write(text);
  }
  expect(socket.writableLength).toBe(3);
  await endOfTurn();
  expect(joined).toHaveBeenCalledTimes(1);
  expect(single).not.toHaveBeenCalled();
  writes.hold(socket);
  socket.write('d');
  await endOfTurn();
  expect(single).toHaveBeenCalledTimes(1);
});

it('holds back each of two connections that follow one another, and none for longer than its turn', async () => {
  const [lost, next] = [await openSocket(), await openSocket()];
  const writes = new JoinedWrites();
  writes.hold(lost);
  lost.destroy();
  writes.hold(next);
  next.write('x');
  expect([lost.writableCorked, next.writableCorked]).toEqual([1, 1]);
  await endOfTurn();
  expect([lost.writableCorked, next.writableCorked]).toEqual([0, 0]);
  writes.hold(undefined);
});

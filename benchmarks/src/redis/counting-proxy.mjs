import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/**
 * Stands between a client and a Redis and counts round trips: each time that the client speaks after the server has
 * spoken, or for the first time. What is written together travels together and counts once.
 */
export async function startCountingProxy(serverPort) {
  const counts = { roundTrips: 0 };
  const sockets = new Set();
  const keep = (socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const proxy = createServer((client) => {
    const server = connect(serverPort, '127.0.0.1');
    keep(client);
    keep(server);
    let clientIsSpeaking = false;
    client.on('data', () => {
      if (!clientIsSpeaking) counts.roundTrips += 1;
      clientIsSpeaking = true;
    });
    server.on('data', () => {
      clientIsSpeaking = false;
    });
    client.pipe(server).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  return {
    url: `redis://127.0.0.1:${proxy.address().port}`,
    counts,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}

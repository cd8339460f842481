import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Simulator } from '@wetempo/simulator';
import { onTestFinished } from 'vitest';

/** A request that the platform behind the gateway has carried out, and its answer. */
export interface Passage {
  readonly path: string;
  readonly status: number;
  readonly body: string;
  /** 1 for the first request to its path. */
  readonly n: number;
}

/** Answers in place of the platform, or not at all; `false`: the answer is passed on as it is. */
export type Interference = (passage: Passage, response: ServerResponse) => boolean;

/** Stands in front of a simulator as a reverse proxy does, and interferes only after the platform has done its work. */
export async function gatewayTo(simulator: Simulator, interfere: Interference): Promise<string> {
  const counts = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const target = new URL(request.url ?? '', simulator.url);
    const answer = await fetch(target, {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
      ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
    });
    const n = (counts.get(target.pathname) ?? 0) + 1;
    counts.set(target.pathname, n);
    const passage = { path: target.pathname, status: answer.status, body: await answer.text(), n };
    if (!interfere(passage, response)) response.writeHead(passage.status, json).end(passage.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const json = { 'content-type': 'application/json' };

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { MiniProgramOptions } from '../src/index.js';
import { clientAt } from './fixtures.js';

/** What reached the platform. */
export interface Arrival {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: string;
  /** 1 for the first request to its path. */
  readonly n: number;
}

/** Answers by itself through the response, or with what is to be written; an object becomes JSON. */
export type Answer = (
  arrival: Arrival,
  response: ServerResponse,
) => string | Uint8Array | object | undefined | Promise<object>;

/** Leaves the connection without an answer. */
export const cut: Answer = (_, response) => {
  response.destroy();
  return undefined;
};

const token: Answer = ({ n }) => ({ access_token: `TKN_${n}`, expires_in: 7200 });

/** A platform that keeps no rules and answers whatever the test wants. */
export async function oddPlatform(answers: Readonly<Record<string, Answer>>) {
  const arrivals: Arrival[] = [];
  const at = (path: string) => arrivals.filter((arrival) => arrival.path === path);
  const server = createServer(async (request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '', 'http://platform');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const arrival = { path, query, body: Buffer.concat(chunks).toString(), n: at(path).length + 1 };
    arrivals.push(arrival);
    const given =
      { '/cgi-bin/stable_token': token, ...answers }[path] ?? (() => ({ errcode: 0, errmsg: 'ok' }));
    const answer = await given(arrival, response);
    if (answer === undefined || response.destroyed) return;
    const isWritten = typeof answer === 'string' || answer instanceof Uint8Array;
    response.end(isWritten ? answer : JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { at, client: (options: Partial<MiniProgramOptions> = {}) => clientAt(url, options) };
}

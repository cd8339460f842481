import type { ServerResponse } from 'node:http';
import type { Exchange } from '../faults/apply-fault.js';
import type { RequestLogEntry } from '../log/request-log.js';
import type { TrafficLog } from '../log/traffic-log.js';
import type { Platform } from '../platform.js';
import { type Answer, isRefusal, JSON_TYPE, type Refusal, type Reply } from './answer.js';
import type { IncomingRequest } from './incoming-request.js';

interface ExchangeParts {
  readonly request: IncomingRequest;
  readonly response: ServerResponse;
  readonly platform: Platform;
  readonly entry: RequestLogEntry;
  readonly traffic: TrafficLog;
  readonly process: () => Reply;
  readonly latencyMs: () => number;
}

/** One request and the socket that its answer goes to. */
export class HttpExchange implements Exchange {
  readonly #parts: ExchangeParts;

  constructor(parts: ExchangeParts) {
    this.#parts = parts;
  }

  process(): Answer {
    const answer = this.#worded(this.#parts.process());
    const { gateway, clock } = this.#parts.platform;
    return { ...answer, headers: { ...gateway.headers(clock.now()), ...answer.headers } };
  }

  /** Processes now and answers after the usual latency. */
  answer(): void {
    const answer = this.process();
    const latencyMs = this.#parts.latencyMs();
    if (latencyMs > 0) setTimeout(() => this.#write(answer), latencyMs).unref();
    else this.#write(answer);
  }

  send(reply: Reply): void {
    this.#write(this.#worded(reply));
  }

  sendPart(answer: Answer, keepBytes: number | undefined): void {
    const { response } = this.#parts;
    if (response.destroyed) return;
    const bytes = Buffer.from(answer.body);
    this.#note(answer);
    writeHead(response, answer);
    response.write(bytes.subarray(0, keepBytes ?? Math.floor(bytes.length / 2)), () => this.cut());
  }

  cut(): void {
    this.#parts.response.destroy();
  }

  #write(answer: Answer): void {
    this.#note(answer);
    writeAnswer(this.#parts.response, answer);
  }

  #note(answer: Answer): void {
    const { entry, traffic } = this.#parts;
    entry.status = answer.status;
    entry.errcode = answer.errcode;
    traffic.answered(entry.path, entry.at, answer);
  }

  /** Gives a refusal its `rid` and remembers it for `openapi/rid/get`. */
  #worded(reply: Reply): Answer {
    if (!isRefusal(reply)) return reply;
    const { platform, request, entry } = this.#parts;
    if (reply.corp === true || platform.findCorp(entry.appId ?? '') !== undefined) return corpRefusal(reply);
    const rid = platform.rids.next(entry.at);
    const body = JSON.stringify({ errcode: reply.refused, errmsg: `${reply.errmsg} rid: ${rid}` });
    platform.rids.keep(rid, {
      appId: entry.appId,
      at: entry.at,
      path: request.path,
      requestBody: request.raw.toString('utf8', 0, 2_048),
      responseBody: body,
    });
    return { status: 200, contentType: JSON_TYPE, body, errcode: reply.refused };
  }
}

/** WeCom has no rids: its texts end in a link. */
function corpRefusal({ refused, errmsg }: Refusal): Answer {
  const more = `more info at https://open.work.weixin.qq.com/devtool/query?e=${refused}`;
  const body = JSON.stringify({
    errcode: refused,
    errmsg: `${errmsg}, hint: [${Date.now()}], from ip: 127.0.0.1, ${more}`,
  });
  return { status: 200, contentType: JSON_TYPE, body, errcode: refused };
}

/** Answers, unless the caller is gone. */
export function writeAnswer(response: ServerResponse, answer: Answer): void {
  if (response.destroyed) return;
  writeHead(response, answer);
  response.end(answer.body);
}

function writeHead(response: ServerResponse, { status, contentType, headers, body }: Answer): void {
  response.writeHead(status, {
    'content-type': contentType,
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
}

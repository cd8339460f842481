import { type Answer, JSON_TYPE, type Reply, refuse } from '../server/answer.js';
import type { BodyFault, Fault } from './fault.js';

/** What a fault can do with one request. */
export interface Exchange {
  /** Does what was asked, as if nothing were wrong, and says what the answer would be. */
  process(): Answer;
  send(reply: Reply): void;
  /** Sends the head and so many bytes of the body, then cuts the connection. */
  sendPart(answer: Answer, keepBytes: number | undefined): void;
  cut(): void;
}

const HTML =
  '<html><head><title>Bad Gateway</title></head><body><center><h1>502 Bad Gateway</h1></center></body></html>';

/** Lets a fault take its course in place of the normal answer. */
export function applyFault(fault: Readonly<Fault>, exchange: Exchange): void {
  const act = prepare(fault, exchange);
  if (fault.delayMs === undefined) act();
  else setTimeout(act, fault.delayMs).unref();
}

/** Processes now what is to be processed; the rest may wait for `delayMs`. */
function prepare(fault: Readonly<Fault>, exchange: Exchange): () => void {
  switch (fault.kind) {
    case 'refuse':
    case 'cut-before':
      return () => exchange.cut();
    case 'cut-after':
      exchange.process();
      return () => exchange.cut();
    case 'cut-mid-answer': {
      const answer = exchange.process();
      return () => exchange.sendPart(answer, fault.keepBytes);
    }
    case 'slow': {
      const answer = exchange.process();
      return () => exchange.send(answer);
    }
    case 'content-type': {
      const answer = { ...exchange.process(), contentType: fault.contentType };
      return () => exchange.send(answer);
    }
    case 'body': {
      const answer = withBody(fault, exchange);
      return () => exchange.send(answer);
    }
    case 'hang':
    case 'status':
    case 'html':
    case 'errcode':
      return prepareReplacement(fault, exchange);
  }
}

/** Faults whose answer has nothing to do with what was asked. */
function prepareReplacement(
  fault: Readonly<Fault & { processed?: boolean | undefined }>,
  exchange: Exchange,
): () => void {
  if (fault.processed === true) exchange.process();
  if (fault.kind === 'hang') return () => {};
  const reply = replacementFor(fault);
  return () => exchange.send(reply);
}

function replacementFor(fault: Readonly<Fault>): Reply {
  if (fault.kind === 'errcode') return refuse(fault.errcode, fault.errmsg);
  if (fault.kind === 'html')
    return { status: fault.status ?? 502, contentType: 'text/html', body: fault.body ?? HTML };
  if (fault.kind !== 'status') throw new TypeError(`no replacement for ${fault.kind}`);
  return { status: fault.status, contentType: 'text/plain', headers: fault.headers, body: fault.body ?? '' };
}

function withBody(fault: Readonly<BodyFault>, exchange: Exchange): Answer {
  const real = fault.processed === false ? '' : String(exchange.process().body);
  const body =
    typeof fault.body === 'string'
      ? fault.body.replaceAll('{{answer}}', () => real)
      : Buffer.from(fault.body);
  return { status: fault.status ?? 200, contentType: fault.contentType ?? JSON_TYPE, body };
}

import { messageOf } from '../../message.mjs';

const linesPerChunk = 200;

/** The bytes of a file of so many recipients, made as it is read. */
export async function* jsonLines(count) {
  for (let from = 1; from <= count; from += linesPerChunk) {
    const length = Math.min(linesPerChunk, count - from + 1);
    const lines = Array.from({ length }, (_, n) => lineOf(from + n));
    yield Buffer.from(lines.join(''));
  }
}

function lineOf(n) {
  return `${JSON.stringify({ requestId: `spring-${n}`, request: messageOf(n) })}\n`;
}

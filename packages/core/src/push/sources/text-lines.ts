/** A line of a file; its text is `undefined` where it was longer than may be. */
export interface TextLine {
  /** From 1. */
  readonly number: number;
  readonly text: string | undefined;
}

/**
 * Cuts text into lines at LF or CRLF, also CRCRLF; what one chunk completes comes together. A line that is too long is passed over
 * without being held.
 */
export async function* textLines(
  chunks: AsyncIterable<string>,
  maxLength: number,
): AsyncGenerator<readonly TextLine[]> {
  let held = '';
  let isTooLong = false;
  let number = 0;
  for await (const chunk of chunks) {
    const [first = '', ...others] = chunk.split('\n');
    const whole = [held + first, ...others];
    // The last one has not ended yet.
    held = whole.pop() ?? '';
    const lines = whole.map((text) => ({ number: ++number, text: lineOf(text, maxLength) }));
    if (isTooLong && lines[0] !== undefined) {
      lines[0] = { ...lines[0], text: undefined };
      isTooLong = false;
    }
    // A carriage return may follow.
    isTooLong ||= held.length > maxLength + 1;
    if (isTooLong) held = '';
    yield lines;
  }
  if (isTooLong) yield [{ number: number + 1, text: undefined }];
  else if (held !== '') yield [{ number: number + 1, text: lineOf(held, maxLength) }];
}

function lineOf(text: string, maxLength: number): string | undefined {
  let end = text.length;
  // Several where a tool has turned LF into CRLF twice.
  while (text[end - 1] === '\r') end -= 1;
  return end > maxLength ? undefined : text.slice(0, end);
}

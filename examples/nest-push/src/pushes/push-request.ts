export interface PushRequest {
  readonly csv: AsyncIterable<Uint8Array | string>;
  readonly template: string;
  readonly name: string | undefined;
}

interface RequestProblem {
  readonly field: string;
  readonly message: string;
}

// Begins every requestId of the push, which has at most 128 characters.
const pushName = /^[\w.-]{1,60}$/;

/** Checks what was posted, field by field. */
export function readPushRequest(posted: unknown): PushRequest | { readonly problems: RequestProblem[] } {
  const { csv, template, name }: Partial<Record<string, unknown>> = Object(posted);
  const source = typeof csv === 'string' ? chunksOf(csv) : csv;
  const problems: RequestProblem[] = [];
  if (!isByteSource(source)) problems.push({ field: 'csv', message: 'must be the text of a CSV' });
  if (typeof template !== 'string' || template === '') {
    problems.push({ field: 'template', message: 'must be the id of a template' });
  }
  if (name !== undefined && !(typeof name === 'string' && pushName.test(name))) {
    problems.push({ field: 'name', message: 'must be 1 to 60 letters, digits, dots, dashes or underscores' });
  }
  if (problems.length > 0 || !isByteSource(source)) return { problems };
  return { csv: source, template: String(template), name: name === undefined ? undefined : String(name) };
}

async function* chunksOf(text: string): AsyncGenerator<string> {
  yield text;
}

function isByteSource(value: unknown): value is AsyncIterable<Uint8Array | string> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

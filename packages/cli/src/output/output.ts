import type { OutputStream } from '../surroundings.js';

/** Answers go to stdout, for people or as JSON; everything else goes to stderr. */
export class Output {
  readonly isJson: boolean;
  readonly #stdout: OutputStream;
  readonly #stderr: OutputStream;

  constructor(
    { stdout, stderr }: { readonly stdout: OutputStream; readonly stderr: OutputStream },
    isJson: boolean,
  ) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    this.isJson = isJson;
  }

  /** The answer of a run: the document as one line of JSON, or the text. */
  answer(document: unknown, text: () => string): void {
    this.#stdout.write(this.isJson ? `${JSON.stringify(document)}\n` : `${text()}\n`);
  }

  /** What helps a person to follow the run, and no program waits for. */
  note(line: string): void {
    this.#stderr.write(`${line}\n`);
  }
}

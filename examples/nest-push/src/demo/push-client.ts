import type { LineOutcome } from '../pushes/line-outcome.js';
import type { PushReport } from '../pushes/push-report.js';
import type { CsvProblem } from '../pushes/recipient-csv.js';
import { DemoError } from './demo-arguments.js';

export type LineResult = LineOutcome & { readonly line: number };

/** The HTTP side of the app, as any other program would use it. */
export class PushClient {
  readonly #baseUrl: string;

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl;
  }

  /** @throws {DemoError} with each problem by line and column */
  async start(csv: Uint8Array<ArrayBuffer>, template: string, name: string): Promise<PushReport> {
    const response = await fetch(`${this.#baseUrl}/pushes?${new URLSearchParams({ template, name })}`, {
      method: 'POST',
      headers: { 'content-type': 'text/csv; charset=utf-8' },
      body: csv,
    });
    if (response.status !== 202) throw refusal(await response.json());
    return (await response.json()) as PushReport;
  }

  report(name: string): Promise<PushReport> {
    return this.#get(`/pushes/${name}`);
  }

  lines(name: string): Promise<LineResult[]> {
    return this.#get(`/pushes/${name}/lines`);
  }

  async #get<Body>(path: string): Promise<Body> {
    const response = await fetch(`${this.#baseUrl}${path}`);
    if (!response.ok) throw new Error(`GET ${path}: HTTP ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }
}

function refusal(body: unknown): DemoError {
  const { message, problems = [] } = Object(body) as { message?: string; problems?: CsvProblem[] };
  return new DemoError([`${message}:`, ...problems.map(describeProblem)].join('\n  '));
}

function describeProblem({ line, column, message }: CsvProblem): string {
  return `line ${line}${column === undefined ? '' : `, column ${column}`}: ${message}`;
}

import type { AnyMessageEndpoint } from '@wetempo/core';
import type { PushItem } from '@wetempo/core/push';

/** What the rows of a CSV become on one platform. */
export interface PushKind {
  readonly endpoint: AnyMessageEndpoint;
  /** @throws {Error} saying what is wrong with the row */
  itemOf(row: Readonly<Record<string, string>>, what: RowOptions): PushItem;
  /** Whether a column is used. */
  uses(column: string, what: RowOptions): boolean;
}

export interface RowOptions {
  /** Id of the push. */
  readonly push: string;
  readonly template: string;
  /** Fields of the template by the columns that hold them. */
  readonly fieldOfColumn: ReadonlyMap<string, string>;
}

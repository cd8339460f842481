import { isWechatErrorOf } from '../../errors/errors.js';
import { itemProblem } from '../push-entry.js';
import type { InvalidItem, PushEntry, PushItem } from '../push-plan.js';

/** Whom an entry stands for that has no id of its own. */
function lineName(line: number): string {
  return `line ${line}`;
}

export function invalidLine(line: number, invalid: string): InvalidItem {
  return { requestId: lineName(line), invalid, line };
}

/** Makes a line's entry of what its mapping gives; `undefined` passes the line over. What it throws makes the line invalid. */
export function mappedEntry<Request>(
  line: number,
  map: () => PushItem<Request> | undefined,
): PushEntry<Request> | undefined {
  try {
    const item = map();
    if (item === undefined) return undefined;
    const problem = itemProblem(item);
    return problem === undefined ? { ...item, line } : invalidLine(line, problem);
  } catch (error) {
    return invalidLine(line, reasonOf(error));
  }
}

function reasonOf(error: unknown): string {
  if (isWechatErrorOf(error, 'VALIDATION')) return error.message;
  return error instanceof Error ? error.message : String(error);
}

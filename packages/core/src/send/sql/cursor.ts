import { ValidationError } from '../../errors/errors.js';
import type { Place } from './sql-database.js';

export function cursorOf({ number, requestId }: Place): string {
  return `${number}.${requestId}`;
}

/** @throws {ValidationError} where no page answered this cursor */
export function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [, number, requestId] = /^(\d+)\.(.*)$/su.exec(cursor) ?? [];
  if (number !== undefined && requestId !== undefined) return { number: Number(number), requestId };
  throw new ValidationError('cursor is none that a page has answered', {
    issues: [{ path: 'cursor', message: 'is none that a page has answered' }],
    hint: 'Leave it out to begin at the start.',
  });
}

import { BadRequestException } from '@nestjs/common';

/** A text that a request must have. */
export function textIn(body: unknown, name: string): string {
  const value: unknown = Reflect.get(Object(body), name);
  if (typeof value !== 'string' || value === '') throw new BadRequestException(`${name} must be a text`);
  return value;
}

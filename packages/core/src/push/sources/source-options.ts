import { z } from 'zod';

export interface SourceOptions {
  /** Of bytes, as `TextDecoder` knows it. Files of a Chinese Excel are `gb18030`. @default 'utf-8' */
  readonly encoding?: string | undefined;
  /** Longest line in characters; a longer one is invalid. @default 100,000 */
  readonly maxLineLength?: number | undefined;
}

export const sourceOptionFields = {
  encoding: z.string().optional(),
  maxLineLength: z.number().int().min(1).max(10_000_000).optional(),
};

export const defaultMaxLineLength = 100_000;

// biome-ignore lint/suspicious/noExplicitAny: the function's own types are the caller's, only that it is one is checked
export const mapping = z.custom<(...given: any[]) => any>(
  (value) => typeof value === 'function',
  'must be a function',
);

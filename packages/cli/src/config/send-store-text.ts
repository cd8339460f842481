import { isAbsolute, resolve } from 'node:path';
import type { SendStoreOption } from '@wetempo/core';
import { z } from 'zod';

const forms = "must be 'redis', sqlite:path, postgres://… or mysql://…";

/** A send store as it is named outside of code. */
export type WrittenSendStore =
  | string
  | { readonly sqlite: string; readonly synchronous?: 'NORMAL' | 'FULL' | undefined }
  | { readonly postgres: string }
  | { readonly mysql: string };

/** How a send store is named in the environment, on the command line, or in the file. */
export const sendStoreSchema: z.ZodType<WrittenSendStore> = z.union(
  [
    z.string().refine((text) => sendStoreOf(text, '/') !== undefined, forms),
    z.strictObject({ sqlite: z.string().min(1), synchronous: z.enum(['NORMAL', 'FULL']).optional() }),
    z.strictObject({ postgres: z.url({ protocol: /^postgres(ql)?$/ }) }),
    z.strictObject({ mysql: z.url({ protocol: /^(mysql|mariadb)$/ }) }),
  ],
  { error: forms },
);

/** @param folder where a relative path begins; `undefined`: the text names no store */
export function sendStoreOf(written: WrittenSendStore, folder: string): SendStoreOption | undefined {
  if (typeof written !== 'string') {
    return 'sqlite' in written ? { ...written, sqlite: pathFrom(folder, written.sqlite) } : written;
  }
  if (written === 'redis') return written;
  if (/^postgres(ql)?:\/\//.test(written) && URL.canParse(written)) return { postgres: written };
  if (/^(mysql|mariadb):\/\//.test(written) && URL.canParse(written)) return { mysql: written };
  const [, file] = /^sqlite:(.+)$/.exec(written) ?? [];
  return file === undefined ? undefined : { sqlite: pathFrom(folder, file) };
}

/** For people; never with a password. */
export function sendStoreName(option: SendStoreOption): string {
  if (typeof option === 'string') return option;
  if ('sqlite' in option) return `SQLite, ${option.sqlite}`;
  if ('postgres' in option) return `PostgreSQL, ${hostOf(option.postgres)}`;
  if ('mysql' in option) return `MySQL, ${hostOf(option.mysql)}`;
  return 'a store of your own';
}

/** Host, port and path of a URL, without user and password. */
export function hostOf(url: unknown): string {
  if (typeof url !== 'string' || !URL.canParse(url)) return '(not a URL)';
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/\/$/, '');
}

function pathFrom(folder: string, file: string): string {
  return isAbsolute(file) || file === ':memory:' ? file : resolve(folder, file);
}

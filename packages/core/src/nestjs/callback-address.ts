import { ConfigError } from '../errors/errors.js';

/** What a path may be made of: the pathname of an address, no pattern. */
const plainPath = /^[\w\-.~%!$&'()+,;=@/]*$/;

/**
 * The pathname that a module's `path` means: `/wechat/callback`, with or without slashes around it.
 *
 * @throws {ConfigError} where it is no plain path
 */
export function callbackAddress(path: unknown, moduleName: string): string {
  if (typeof path === 'string' && path !== '' && plainPath.test(path)) return `/${trimSlashes(path)}`;
  throw new ConfigError(`${moduleName}: path: must be a path such as 'wechat/callback', got ${shown(path)}`, {
    hint: 'Give the path of the URL that is set in the console, without host, query, parameters and wildcards.',
  });
}

/** The pathnames that an address is had at: as it is, and below the application's global prefix, where a controller would be. */
export function pathnamesOf(address: string, globalPrefix: string): readonly string[] {
  const prefix = trimSlashes(globalPrefix);
  return prefix === '' ? [address] : [address, `/${trimSlashes(`${prefix}${address}`)}`];
}

/** Of `/wechat/callback/?signature=…`, or of an absolute address as a proxy may send it: `/wechat/callback`. */
export function pathnameOf(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1);
  return `/${trimSlashes(path)}`;
}

function trimSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === '/') start += 1;
  while (end > start && path[end - 1] === '/') end -= 1;
  return path.slice(start, end);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `'${value.slice(0, 100)}'` : typeof value;
}

import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of the package that a script belongs to, from the nearest package.json above it that has one. */
export function versionOfScript(script: string): string {
  for (let folder = dirname(realpathSync(script)); ; folder = dirname(folder)) {
    const version = versionIn(folder);
    if (version !== undefined) return version;
    if (folder === dirname(folder)) return 'unknown';
  }
}

function versionIn(folder: string): string | undefined {
  try {
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      version?: string;
    };
    return version;
  } catch {
    return undefined;
  }
}

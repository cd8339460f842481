import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { root } from './bootstrap.mjs';

const made = new Set(['node_modules', 'dist', 'coverage', '.git', '.nx', '.demo']);

function* walk(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (made.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.isFile()) yield relative(root, path).split(sep).join('/');
  }
}

/** Every file of the project that a person wrote, as a path from the root with forward slashes. */
export function projectFiles() {
  return [...walk(root)].sort();
}

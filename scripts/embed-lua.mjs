// Writes packages/core/src/redis/lua/*.lua into one module, so that bundlers and both module formats carry them. A line
// `--@include name` stands for lua/parts/name.lua: scripts share no code at run time.
// `--check` only tells whether the module is up to date.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const redisDir = resolve(dirname(fileURLToPath(import.meta.url)), '../packages/core/src/redis');
const target = join(redisDir, 'lua.generated.ts');

function withParts(source) {
  return source.replace(/^ *--@include (\S+)$/gm, (_, part) =>
    readFileSync(join(redisDir, 'lua', 'parts', `${part}.lua`), 'utf8').trimEnd(),
  );
}

const entries = readdirSync(join(redisDir, 'lua'))
  .filter((file) => file.endsWith('.lua'))
  .sort()
  .map((file) => {
    const source = withParts(readFileSync(join(redisDir, 'lua', file), 'utf8'));
    const sha1 = createHash('sha1').update(source).digest('hex');
    return `  '${file.slice(0, -4)}': {\n    sha1: '${sha1}',\n    source: ${JSON.stringify(source)},\n  },\n`;
  });
const module = `// Made by scripts/embed-lua.mjs from lua/*.lua. Do not edit.
export const luaScripts = {
${entries.join('')}} as const;

export type LuaScriptName = keyof typeof luaScripts;
`;

if (!process.argv.includes('--check')) writeFileSync(target, module);
else if (readFileSync(target, 'utf8') !== module) {
  console.error('lua.generated.ts is out of date: run `node scripts/embed-lua.mjs`');
  process.exit(1);
}

// What must not be in the tree: addresses of a registry, paths of one machine, credentials, lines left behind.
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './bootstrap.mjs';
import { projectFiles } from './project-files.mjs';

const isText = (file) => !/\.(png|jpe?g|gif|ico|tgz|db|sqlite)$/.test(file);
const isLock = (file) => file.endsWith('package-lock.json');
const isCode = (file) => /\.[cm]?[jt]s$/.test(file) && !file.startsWith('scripts/check-');

/** The folder around the checkout and the home folder, unless any text may name them. */
const machineFolders = [dirname(root), homedir()].filter((path) => !['/', '/tmp', '/root'].includes(path));
const begins = (line, index) => index === 0 || /[\s"'`(=:]/.test(line[index - 1]);

/** Only as the beginning of a path: `/src/` of one machine is no reason to refuse `packages/core/src/`. */
function namesMachine(line) {
  return machineFolders.some((folder) => {
    const index = line.indexOf(`${folder}/`);
    return index >= 0 && begins(line, index);
  });
}

const rules = [
  {
    what: 'the address of a registry',
    applies: isText,
    matches: (line) => /https?:\/\/[a-z.-]*registry/i.test(line),
  },
  {
    what: 'a download address in a lock file',
    applies: isLock,
    matches: (line) => /"resolved": *"http/.test(line),
  },
  {
    what: 'a path of this machine',
    applies: isText,
    matches: namesMachine,
  },
  {
    what: 'something that looks like a credential',
    applies: isText,
    matches: (line) => /_authToken|\bgh[ps]_\w{30,}|\bnpm_\w{30,}/.test(line),
  },
  {
    // Tests carry throw-away keys for servers of their own.
    what: 'a private key',
    applies: (file) => isText(file) && !file.includes('/test/'),
    matches: (line) => /BEGIN [A-Z ]*PRIVATE KEY/.test(line),
  },
  {
    what: 'a test left alone or undone',
    applies: isCode,
    matches: (line) => /\b(it|test|describe)\.(only|todo)\b/.test(line),
  },
  {
    what: 'a conflict that was not resolved',
    applies: isText,
    matches: (line) => /^(<{7}|>{7}) /.test(line),
  },
];

const problems = [];
for (const file of projectFiles().filter((path) => path !== 'scripts/check-tree.mjs')) {
  const applying = rules.filter(({ applies }) => applies(file));
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  for (const { what, matches } of applying) {
    for (const [index, line] of lines.entries()) {
      if (matches(line)) problems.push(`${file}:${index + 1}: ${what}`);
    }
  }
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

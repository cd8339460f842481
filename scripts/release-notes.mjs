// Notes on changes live in `.changes/<kind>-<topic>.md`, one file per change, so that two branches never collide.
//   node scripts/release-notes.mjs               prints what the next release would say
//   node scripts/release-notes.mjs --check       only tells whether the notes are well formed
//   node scripts/release-notes.mjs 0.2.0         moves them into CHANGELOG.md under that version
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './bootstrap.mjs';

const folder = join(root, '.changes');
const changelog = join(root, 'CHANGELOG.md');
const marker = '<!-- releases -->';
const kinds = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'];

function giveUp(message) {
  console.error(message);
  process.exit(1);
}

function readNote(file) {
  const kind = kinds.find((name) => file.startsWith(`${name}-`));
  const text = readFileSync(join(folder, file), 'utf8').trim();
  if (kind === undefined) giveUp(`.changes/${file}: the name must begin with one of ${kinds.join('-, ')}-`);
  if (text === '' || /^[#-]/.test(text)) giveUp(`.changes/${file}: write one or two plain sentences`);
  return { file, kind, text };
}

function compose(notes) {
  const sections = kinds.flatMap((kind) => {
    const items = notes
      .filter((note) => note.kind === kind)
      .map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}`);
    if (items.length === 0) return [];
    return [`### ${kind[0].toUpperCase()}${kind.slice(1)}\n\n${items.join('\n')}`];
  });
  return sections.join('\n\n');
}

function release(version, notes) {
  if (!/^\d+\.\d+\.\d+/.test(version)) giveUp(`${version} is not a version`);
  const before = readFileSync(changelog, 'utf8');
  if (!before.includes(marker)) giveUp(`CHANGELOG.md has lost its line ${marker}`);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    changelog,
    before.replace(marker, `${marker}\n\n## ${version} - ${day}\n\n${compose(notes)}`),
  );
  for (const { file } of notes) rmSync(join(folder, file));
}

const notes = readdirSync(folder)
  .filter((file) => file.endsWith('.md') && file !== 'README.md')
  .sort()
  .map(readNote);
const [argument] = process.argv.slice(2);
if (argument === undefined) console.log(compose(notes));
else if (argument !== '--check') release(argument, notes);

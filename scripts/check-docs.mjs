// What the documents name must exist: npm scripts, files behind links, and the same code in both languages.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './bootstrap.mjs';
import { projectFiles } from './project-files.mjs';

const problems = [];
const read = (file) => readFileSync(join(root, file), 'utf8');
const { scripts } = JSON.parse(read('package.json'));
const documents = projectFiles().filter((file) => file.endsWith('.md') && !file.startsWith('.changes/'));

for (const file of documents) {
  const text = read(file);
  for (const [, name] of text.matchAll(/\bnpm run ([a-z][\w:-]*)/g)) {
    if (!(name in scripts)) problems.push(`${file}: there is no script ${name}`);
  }
  for (const [, target] of text.matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)) {
    if (!existsSync(join(root, dirname(file), target))) problems.push(`${file}: ${target} does not exist`);
  }
  for (const [, path] of text.matchAll(/`((?:packages|examples|benchmarks|scripts|test)\/[\w./-]+\.\w+)`/g)) {
    if (!existsSync(join(root, path))) problems.push(`${file}: ${path} does not exist`);
  }
}

/** The code of a document without comments and names of tests, which are in the language of the page. */
function codeOf(file) {
  const blocks = [...read(file).matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  return blocks.map(
    ([, language, code]) => language + code.replace(/\s*(\/\/|#) .*$/gm, '').replace(/\bit\('.*?'/g, 'it('),
  );
}

for (const chinese of documents.filter((file) => file.endsWith('.zh-CN.md'))) {
  const [ours, theirs] = [chinese.replace('.zh-CN.md', '.md'), chinese].map((file) => ({
    code: codeOf(file).filter((block) => !block.startsWith('mermaid') && !block.startsWith('text')),
    headings: [...read(file).matchAll(/^#+ /gm)].length,
  }));
  if (JSON.stringify(ours.code) !== JSON.stringify(theirs.code))
    problems.push(`${chinese}: shows other code than the English page`);
  if (ours.headings !== theirs.headings)
    problems.push(`${chinese}: has other sections than the English page`);
}

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

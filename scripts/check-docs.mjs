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

/** The code of both READMEs without comments, which are in the language of the page. */
function codeOf(file) {
  const blocks = [...read(file).matchAll(/^```(\w*)\n([\s\S]*?)^```/gm)];
  return blocks.map(([, language, code]) => language + code.replace(/\s*(\/\/|#) .*$/gm, ''));
}

const [english, chinese] = ['README.md', 'README.zh-CN.md'].map((file) => ({
  code: codeOf(file).filter((block) => !block.startsWith('mermaid') && !block.startsWith('text')),
  headings: [...read(file).matchAll(/^#+ /gm)].length,
}));
if (JSON.stringify(english.code) !== JSON.stringify(chinese.code))
  problems.push('the READMEs show different code');
if (english.headings !== chinese.headings) problems.push('the READMEs have different sections');

if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

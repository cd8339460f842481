// Builds the package in the working directory as ESM and as CJS, each with its types.
// Run by `lerna run build`, which puts the packages into the order of their dependencies.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const packageDir = process.cwd();
const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const dist = join(packageDir, 'dist');

/** CJS output resolves like a bundler does: the sources carry `.js` suffixes and the package says `type: module`. */
const formats = [
  {
    name: 'esm',
    type: 'module',
    options: { module: 'nodenext', moduleResolution: 'nodenext', verbatimModuleSyntax: true },
  },
  {
    name: 'cjs',
    type: 'commonjs',
    options: {
      module: 'commonjs',
      moduleResolution: 'bundler',
      esModuleInterop: true,
      // The types are the same text in both formats; finding them out twice would take half of the build.
      noCheck: true,
      noResolve: true,
      declaration: false,
      declarationMap: false,
    },
  },
];

function compile({ name, type, options }) {
  const outDir = join(dist, name);
  mkdirSync(outDir, { recursive: true });
  writeFileSync(join(outDir, 'package.json'), `${JSON.stringify({ type })}\n`);
  const config = {
    extends: relative(dist, join(root, 'tsconfig.base.json')),
    compilerOptions: { ...options, rootDir: '../src', outDir: `./${name}` },
    include: ['../src/**/*.ts'],
    exclude: ['../src/**/*.spec.ts'],
  };
  const configFile = join(dist, `tsconfig.${name}.json`);
  writeFileSync(configFile, JSON.stringify(config));
  const { status } = spawnSync(process.execPath, [tsc, '-p', configFile], { stdio: 'inherit' });
  rmSync(configFile);
  if (status !== 0) process.exit(status ?? 1);
}

function copyTypes(from, to) {
  const isType = (source) => statSync(source).isDirectory() || /\.d\.ts(?:\.map)?$/.test(source);
  cpSync(join(dist, from), join(dist, to), { recursive: true, filter: isType });
}

rmSync(dist, { recursive: true, force: true });
for (const format of formats) compile(format);
copyTypes('esm', 'cjs');
for (const file of Object.values(manifest.bin ?? {})) chmodSync(join(packageDir, file), 0o755);

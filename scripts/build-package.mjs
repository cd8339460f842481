// Builds the package in the working directory as ESM and as CJS, each with its types.
// Run by `lerna run build`, which puts the packages into the order of their dependencies.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { entryNames, joinModules } from './join-modules.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const packageDir = process.cwd();
const manifest = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');
const dist = join(packageDir, 'dist');

const modules = join(dist, 'modules');

const formats = [
  { name: 'esm', type: 'module' },
  { name: 'cjs', type: 'commonjs' },
];

/** ES modules into `dist/modules`, and their types to where the formats are. */
function compile() {
  mkdirSync(modules, { recursive: true });
  // The joined CommonJS reads `default` of a package as the compiler's own would: `__esModule` decides.
  writeFileSync(join(modules, 'package.json'), '{}\n');
  const config = {
    extends: relative(dist, join(root, 'tsconfig.base.json')),
    compilerOptions: {
      module: 'nodenext',
      moduleResolution: 'nodenext',
      verbatimModuleSyntax: true,
      rootDir: '../src',
      outDir: './modules',
      declarationDir: './esm',
    },
    include: ['../src/**/*.ts'],
    exclude: ['../src/**/*.spec.ts'],
  };
  const configFile = join(dist, 'tsconfig.json');
  writeFileSync(configFile, JSON.stringify(config));
  const { status } = spawnSync(process.execPath, [tsc, '-p', configFile], { stdio: 'inherit' });
  rmSync(configFile);
  if (status !== 0) process.exit(status ?? 1);
}

rmSync(dist, { recursive: true, force: true });
compile();
cpSync(join(dist, 'esm'), join(dist, 'cjs'), { recursive: true });
for (const { name, type } of formats) {
  const to = join(dist, name);
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ type })}\n`);
  await joinModules({ from: modules, to, names: entryNames(manifest), format: name });
}
rmSync(modules, { recursive: true });
for (const file of Object.values(manifest.bin ?? {})) chmodSync(join(packageDir, file), 0o755);

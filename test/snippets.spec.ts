import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** What a snippet may use without introducing it, as a reader would read it. */
const givens: Readonly<Record<string, string>> = {
  appId: 'declare const appId: string;',
  appSecret: 'declare const appSecret: string;',
  touser: 'declare const touser: string;',
  openids: 'declare const openids: readonly string[];',
  template_id: 'declare const template_id: string;',
  data: 'declare const data: Record<string, { value: string }>;',
  code: 'declare const code: string;',
  token: 'declare const token: string;',
  encodingAesKey: 'declare const encodingAesKey: string;',
  createServer: "import { createServer } from 'node:http';",
  state: 'declare const state: string;',
  endpoint: "declare const endpoint: import('@wetempo/core').Endpoint<string, object, unknown>;",
  request: 'declare const request: object;',
  options: "declare const options: import('@wetempo/core').CallOptions;",
  mp: "declare const mp: import('@wetempo/wechat-mp').WechatMp;",
  corpId: 'declare const corpId: string;',
  corpSecret: 'declare const corpSecret: string;',
  webhookUrl: 'declare const webhookUrl: string;',
  png: 'declare const png: Uint8Array;',
  response_code: 'declare const response_code: string;',
  wecom: "declare const wecom: import('@wetempo/wecom').Wecom;",
  robot: "declare const robot: import('@wetempo/wecom').GroupRobot;",
  mini: "declare const mini: import('@wetempo/miniprogram').MiniProgram;",
  MiniProgram: "import { MiniProgram } from '@wetempo/miniprogram';",
  rawData: 'declare const rawData: string;',
  signature: 'declare const signature: string;',
  encryptedData: 'declare const encryptedData: string;',
  iv: 'declare const iv: string;',
  callbacks: "declare const callbacks: import('@wetempo/wechat-mp/callback').WechatMpCallbacks;",
  simulator: "declare const simulator: import('@wetempo/simulator').Simulator;",
  WechatMp: "import { WechatMp } from '@wetempo/wechat-mp';",
  Module: "import { Module } from '@nestjs/common';",
  Injectable: "import { Injectable } from '@nestjs/common';",
  event: 'declare const event: unknown;',
  item: "declare const item: (row: Readonly<Record<string, string>>) => import('@wetempo/core/push').PushItem;",
  Recipients:
    "declare class Recipients { messagesOf(id: string): import('@wetempo/core/push').PushItems<never>; }",
  MySendStore: "declare const MySendStore: new () => import('@wetempo/core').SendStore;",
};

interface Snippet {
  readonly where: string;
  readonly code: string;
}

function documents(): string[] {
  const folders = ['packages', 'examples'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => join(folder, name)),
  );
  const existing = ['.', 'benchmarks', ...folders].filter((folder) =>
    existsSync(join(root, folder, 'README.md')),
  );
  return [...existing, 'docs'].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  );
}

function snippetsOf(document: string): Snippet[] {
  const text = readFileSync(join(root, document), 'utf8');
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match) => ({
    where: `${document}:${text.slice(0, match.index).split('\n').length}`,
    code: match[1] ?? '',
  }));
}

/** The snippet with what it leaves out, and as a module, so that it may await. */
function complete({ code }: Snippet): string {
  const needed = Object.entries(givens).filter(([name]) => uses(code, name) && !introduces(code, name));
  return [...needed.map(([, line]) => line), code, 'export {};'].join('\n');
}

const uses = (code: string, name: string) => new RegExp(`(?<![.'"\\w])${name}(?![\\w'"]|:)`).test(code);
const introduces = (code: string, name: string) =>
  new RegExp(`(const|let|class|function) (\\{[^}=]*)?\\b${name}\\b|import [^;]*\\b${name}\\b[^;]* from`).test(
    code,
  );

function compile(files: readonly string[]): string[] {
  const config = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config.config, include: [], files: [] },
    ts.sys,
    root,
  );
  const lenient = { noUnusedLocals: false, noUnusedParameters: false, verbatimModuleSyntax: false };
  // Against what was built, as the readers compile it: the types of the sources would be worked out once more.
  const asBuilt = { customConditions: [] };
  const program = ts.createProgram({
    rootNames: [...files],
    options: { ...options, ...lenient, ...asBuilt },
  });
  const own = program.getSourceFiles().filter(({ fileName }) => files.includes(fileName));
  return own.flatMap((file) =>
    program
      .getSemanticDiagnostics(file)
      .concat(program.getSyntacticDiagnostics(file))
      .map((problem) => {
        const text = ts.flattenDiagnosticMessageText(problem.messageText, '\n');
        return `${file.fileName.replace(/.*\//, '')}: ${text}`;
      }),
  );
}

it('every TypeScript snippet of the documents compiles as it stands', { timeout: 600_000 }, () => {
  const snippets = documents().flatMap(snippetsOf);
  expect(snippets.length).toBeGreaterThan(10);
  // Inside the repository, so that packages resolve as they do for its own sources.
  const folder = mkdtempSync(join(root, 'test', 'snippets-'));
  try {
    const files = snippets.map((snippet) => {
      const file = join(folder, `${snippet.where.replace(/[/:]/g, '_')}.ts`);
      writeFileSync(file, complete(snippet));
      return file;
    });
    expect(compile(files)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

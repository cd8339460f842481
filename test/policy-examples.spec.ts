import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readPolicyFile } from '@wetempo/core';
import { WechatMp } from '@wetempo/wechat-mp';
import { expect, it, onTestFinished, vi } from 'vitest';

const docs = resolve(import.meta.dirname, '..', 'docs');

function yamlExamples(): string[] {
  const texts = readdirSync(docs)
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(join(docs, file), 'utf8'));
  return texts.flatMap((text) =>
    [...text.matchAll(/^```yaml\n([\s\S]*?)^```/gm)].map(([, yaml]) => yaml ?? ''),
  );
}

it('every policy file that the documents show is one, and a client can work by it', async () => {
  vi.stubEnv('TEMPLATE_PER_DAY', '100000');
  const folder = mkdtempSync(join(tmpdir(), 'wetempo-policy-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });
  const examples = yamlExamples();
  expect(examples.length).toBeGreaterThanOrEqual(2);
  for (const example of examples) {
    const file = join(folder, 'policy.yaml');
    writeFileSync(file, example);
    const policy = await readPolicyFile(file);
    expect(policy.limits ?? policy.retry).toBeDefined();
    const credentials = { appId: 'wx0000000000000001', appSecret: 'not-a-secret' };
    // What one field says of another, such as a tenant's tier, is checked by the client only.
    await new WechatMp({ ...credentials, ...policy }).close();
  }
});

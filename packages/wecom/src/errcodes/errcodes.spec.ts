import { describe, expect, it } from 'vitest';
import { advice } from './advice.js';
import { wecomErrcodes } from './index.js';

describe('the errcodes of WeCom', () => {
  const codes = wecomErrcodes.map(({ errcode }) => errcode);
  const rule = (code: number) => wecomErrcodes.find(({ errcode }) => errcode === code);

  it('stand in order, each once, with names of their own', () => {
    expect(codes).toEqual([...codes].sort((a, b) => a - b));
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(wecomErrcodes.map(({ name }) => name)).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThanOrEqual(1257);
  });

  it('cover every piece of advice', () => {
    expect(Object.keys(advice).filter((code) => !codes.includes(Number(code)))).toEqual([]);
  });

  it('40001 is about the secret, unlike on the other platforms', () => {
    expect(rule(40001)?.kind).toBe('configuration');
    expect(rule(40014)?.kind).toBe('token-invalid');
  });

  it('45009 waits longer each time, because the answer does not say which window was hit', () => {
    expect(rule(45009)).toMatchObject({ kind: 'rate-minute', retry: 'longer-each-time', scope: 'endpoint' });
  });

  it('45033 is a limit on concurrency', () => {
    expect(rule(45033)).toMatchObject({ kind: 'rate-concurrency', scope: 'endpoint' });
  });

  it('60020 says where to add the IP', () => {
    expect(rule(60020)).toMatchObject({ kind: 'ip-not-allowed' });
    expect(rule(60020)?.hint).toContain('企业可信IP');
  });
});

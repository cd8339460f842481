import { describe, expect, it } from 'vitest';
import { advice } from './advice.js';
import { miniProgramErrcodes } from './index.js';

describe('the errcodes of Mini Programs', () => {
  const codes = miniProgramErrcodes.map(({ errcode }) => errcode);
  const rule = (code: number) => miniProgramErrcodes.find(({ errcode }) => errcode === code);

  it('stand in order, each once, with names of their own', () => {
    expect(codes).toEqual([...codes].sort((a, b) => a - b));
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(miniProgramErrcodes.map(({ name }) => name)).size).toBe(codes.length);
    expect(codes.length).toBeGreaterThanOrEqual(720);
  });

  it('cover every piece of advice', () => {
    expect(Object.keys(advice).filter((code) => !codes.includes(Number(code)))).toEqual([]);
  });

  it('tell limits by what they are counted for', () => {
    expect(rule(45009)).toMatchObject({ kind: 'rate-day', scope: 'endpoint' });
    expect(rule(45011)).toMatchObject({ kind: 'rate-minute', scope: 'endpoint' });
    expect(rule(43108)).toMatchObject({ kind: 'rate-concurrency', scope: 'recipient' });
  });

  it('tell a wrong secret from a token that ended', () => {
    expect(rule(40125)?.kind).toBe('configuration');
    expect(rule(40001)?.kind).toBe('token-invalid');
  });
});

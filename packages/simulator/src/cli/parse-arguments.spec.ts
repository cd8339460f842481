import { describe, expect, it } from 'vitest';
import { parseArguments, readFault } from './parse-arguments.js';

describe('the arguments of wetempo-simulator', () => {
  it('become options', () => {
    const command = parseArguments(
      '--port 8080 --account wxA:a --account wxB:b --speed 10 --latency 5-20 --gateway 50 --seed 3 --no-log --json'.split(
        ' ',
      ),
    );
    expect(command).toMatchObject({
      kind: 'start',
      json: true,
      options: {
        port: 8080,
        accounts: [
          { appId: 'wxA', appSecret: 'a' },
          { appId: 'wxB', appSecret: 'b' },
        ],
        clock: { speed: 10 },
        latencyMs: [5, 20],
        limits: { gatewayPerSecond: 50 },
        seed: 3,
        log: false,
      },
    });
  });

  it('name corps with their apps, and where callbacks go', () => {
    const callback = { corpId: 'wwA', agentId: 2, url: 'http://127.0.0.1/wx', token: 'T' };
    const args = ['--corp', 'wwA:1:S1', '--corp', 'wwA:2:S2', '--callback', JSON.stringify(callback)];
    expect(parseArguments(args)).toMatchObject({
      options: {
        corps: [
          {
            corpId: 'wwA',
            agents: [
              { agentId: 1, corpSecret: 'S1' },
              { agentId: 2, corpSecret: 'S2' },
            ],
          },
        ],
      },
      callbacks: [
        { account: { corpId: 'wwA', agentId: 2 }, settings: { url: 'http://127.0.0.1/wx', token: 'T' } },
      ],
    });
  });

  it('describe faults in a short form or as JSON', () => {
    expect(readFault('cut-after,path=/cgi-bin/x,probability=0.1')).toEqual({
      kind: 'cut-after',
      path: '/cgi-bin/x',
      probability: 0.1,
    });
    expect(readFault('hang,processed=true')).toEqual({ kind: 'hang', processed: true });
    expect(readFault('{"kind":"status","status":503,"body":"a,b=c"}')).toEqual({
      kind: 'status',
      status: 503,
      body: 'a,b=c',
    });
  });

  it.each([
    [['--fault', 'explode'], 'fault.kind'],
    [['--fault', '{"kind":'], '--fault'],
    [['--account', 'wxA'], '--account'],
    [['--corp', 'wwA:1'], '--corp'],
    [['--callback', '{'], '--callback'],
    [['--bogus'], "Unknown option '--bogus'"],
  ])('%j is refused with %s', (args, text) => {
    expect(() => parseArguments(args)).toThrow(text);
  });

  it('ask for help', () => {
    expect(parseArguments(['--help'])).toEqual({ kind: 'help' });
  });
});

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
    [['--bogus'], "Unknown option '--bogus'"],
  ])('%j is refused with %s', (args, text) => {
    expect(() => parseArguments(args)).toThrow(text);
  });

  it('ask for help', () => {
    expect(parseArguments(['--help'])).toEqual({ kind: 'help' });
  });
});

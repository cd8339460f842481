import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Telemetry } from '../telemetry/telemetry.js';
import { ManualClock } from '../testing/manual-clock.js';
import { CircuitBreaker, type CircuitPass, type CircuitState, freePass } from './circuit-breaker.js';
import { CircuitBreakers } from './circuit-breakers.js';

const settings = { failures: 3, withinMs: 30_000, openMs: 60_000 };
const unhurried = () => 0;

const stateOf = (circuit: CircuitBreaker): CircuitState['type'] => circuit.state.type;

/** A circuit that failed three times at 0. */
function openCircuit(random = unhurried): CircuitBreaker {
  const circuit = new CircuitBreaker(settings, random);
  for (let failure = 0; failure < 3; failure += 1) circuit.tell(freePass, 'down', 0);
  return circuit;
}

describe('a circuit', () => {
  it('opens with the third failure and lets nobody through for a minute', () => {
    const circuit = openCircuit();
    expect(circuit.enter(59_999)).toBeUndefined();
    expect(circuit.waitMs(20_000)).toBe(40_000);
  });

  it('counts failures of the last half minute only', () => {
    const circuit = new CircuitBreaker(settings, unhurried);
    for (const at of [0, 20_000, 30_000, 51_000]) circuit.tell(freePass, 'down', at);
    expect(circuit.state.type).toBe('closed');
    circuit.tell(freePass, 'down', 52_000);
    expect(circuit.state.type).toBe('open');
  });

  it('forgets failures with a success, and is not impressed by what says nothing', () => {
    const circuit = new CircuitBreaker(settings, unhurried);
    for (const sign of ['down', 'down', 'alive', 'down', 'unclear', 'down'] as const)
      circuit.tell(freePass, sign, 0);
    expect(circuit.state.type).toBe('closed');
    circuit.tell(freePass, 'down', 0);
    expect(circuit.state.type).toBe('open');
  });

  it('takes three lost answers that nobody could ask for again for one failure', () => {
    const circuit = new CircuitBreaker(settings, unhurried);
    for (let lost = 0; lost < 8; lost += 1) circuit.tell(freePass, 'in-doubt', 0);
    expect(circuit.state.type).toBe('closed');
    circuit.tell(freePass, 'in-doubt', 0);
    expect(circuit.state.type).toBe('open');
  });

  it('lets one probe through after its time, which closes or opens it again', () => {
    const circuit = openCircuit();
    const probe = circuit.enter(60_000);
    expect(circuit.enter(60_000)).toBeUndefined();
    circuit.tell(probe ?? freePass, 'down', 61_000);
    expect(circuit.enter(120_999)).toBeUndefined();
    circuit.tell(circuit.enter(121_000) ?? freePass, 'alive', 121_000);
    expect(circuit.state).toEqual({ type: 'closed', failed: [] });
  });

  it('lets the next one try at once after a probe that showed nothing', () => {
    const circuit = openCircuit();
    circuit.tell(circuit.enter(60_000) ?? freePass, 'unclear', 61_000);
    expect(circuit.enter(61_000)?.type).toBe('probe');
  });

  it('is closed by any sign of life, and not kept open by calls that left before', () => {
    const circuit = openCircuit();
    circuit.enter(60_000);
    circuit.tell(freePass, 'down', 60_000);
    expect(circuit.state.type).toBe('half-open');
    circuit.tell(freePass, 'alive', 60_000);
    expect(circuit.state.type).toBe('closed');
  });

  it('stays open up to a tenth longer, so that processes do not come back together', () => {
    expect(openCircuit(() => 0.5).waitMs(0)).toBe(63_000);
  });

  it('tells those who wait that it has changed', () => {
    const circuit = openCircuit();
    const { change } = circuit;
    circuit.tell(freePass, 'alive', 1);
    expect(change.aborted).toBe(true);
    expect(circuit.change.aborted).toBe(false);
  });

  it('never has two probes out, nor one before its time, in any order of events', () => {
    const event = fc.constantFrom('enter', 'alive', 'down', 'in-doubt', 'unclear', 'pass');
    fc.assert(
      fc.property(fc.array(event, { maxLength: 300 }), (events) => {
        const circuit = new CircuitBreaker(settings, unhurried);
        const out: CircuitPass[] = [];
        let nowMs = 0;
        let openedAt = 0;
        for (const each of events) {
          const before = stateOf(circuit);
          if (each === 'pass') nowMs += 7_000;
          else if (each === 'enter') {
            const pass = circuit.enter(nowMs);
            if (pass !== undefined) out.push(pass);
          } else circuit.tell(out.shift() ?? freePass, each, nowMs);
          if (before !== 'open' && stateOf(circuit) === 'open' && each !== 'unclear') openedAt = nowMs;
          if (before === 'open' && stateOf(circuit) === 'half-open')
            expect(nowMs - openedAt).toBeGreaterThanOrEqual(settings.openMs);
          const { state } = circuit;
          if (state.type === 'half-open') expect(circuit.enter(nowMs)).toBeUndefined();
          if (state.type === 'closed') expect(state.failed.length).toBeLessThan(3 * settings.failures);
        }
      }),
    );
  });
});

describe('the circuits of a process', () => {
  function circuitsOf(wanted = true) {
    const clock = new ManualClock();
    const telemetry = new Telemetry();
    const changes: string[] = [];
    telemetry.on('circuit.changed', ({ endpoint, state }) => changes.push(`${endpoint} ${state}`));
    const policy = { isWanted: wanted };
    const circuits = new CircuitBreakers({
      account: 'wx1',
      clock,
      telemetry,
      settings: () => (policy.isWanted ? settings : undefined),
      except: ['token.get'],
      random: unhurried,
    });
    const fail = (endpoint: string) => {
      for (let call = 0; call < 3; call += 1) circuits.tell(endpoint, freePass, 'down');
    };
    return { circuits, clock, changes, fail, policy };
  }

  it('are one for each endpoint, and tell each change once', async () => {
    const { circuits, clock, changes, fail } = circuitsOf();
    fail('a.get');
    expect(circuits.enter('a.get')).toBeUndefined();
    expect(circuits.enter('b.get')).toBe(freePass);
    await clock.advance(60_000);
    const probe = circuits.enter('a.get') ?? freePass;
    circuits.tell('a.get', probe, 'alive');
    expect(changes).toEqual(['a.get open', 'a.get half-open', 'a.get closed']);
    expect(circuits.enter('a.get')).toBe(freePass);
  });

  it('leave out endpoints that are excepted, and all of them where the policy wants none', () => {
    const { circuits, fail, policy } = circuitsOf();
    fail('token.get');
    expect(circuits.enter('token.get')).toBe(freePass);
    fail('a.get');
    policy.isWanted = false;
    expect(circuits.enter('a.get')).toBe(freePass);
    fail('a.get');
    expect(circuits.enter('a.get')).toBe(freePass);
  });
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { Telemetry } from './telemetry.js';

const event = { type: 'warned', topic: 't', message: 'm' } as const;

it.each<[string, () => unknown]>([
  [
    'throws',
    () => {
      throw new Error('boom');
    },
  ],
  ['rejects', () => Promise.reject(new Error('boom'))],
])(
  'a listener that %s harms neither the call nor the other listeners, and is told of',
  async (_, listener) => {
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warning.mockRestore());
    const telemetry = new Telemetry();
    const heard: string[] = [];
    telemetry.onAny(listener as () => void);
    telemetry.onAny(({ type }) => heard.push(type));
    telemetry.emit(event);
    await Promise.resolve();
    expect(heard).toEqual(['warned']);
    expect(warning).toHaveBeenCalledExactlyOnceWith('a listener of "warned" threw: boom');
  },
);

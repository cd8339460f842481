import { SimulatorOptionError } from '../options/option-error.js';
import type { Answer } from '../server/answer.js';
import { CONTROL_PREFIX, type IncomingRequest } from '../server/incoming-request.js';
import type { Simulator } from '../simulator.js';
import { CONTROLS, type ControlCall } from './controls.js';

/** Lets other processes, in any language, look into the simulator and steer it. */
export async function answerControl(request: IncomingRequest, simulator: Simulator): Promise<Answer> {
  const name = `${request.method} ${request.path.slice(CONTROL_PREFIX.length)}`;
  const control = Object.hasOwn(CONTROLS, name) ? CONTROLS[name] : undefined;
  if (control === undefined)
    return json(404, { error: `no ${request.method} ${request.path}`, known: Object.keys(CONTROLS) });
  try {
    return json(200, (await control(callOf(request, simulator))) ?? {});
  } catch (error) {
    if (!(error instanceof SimulatorOptionError)) throw error;
    return json(400, { error: error.message, path: error.path });
  }
}

function callOf({ query, body }: IncomingRequest, simulator: Simulator): ControlCall {
  if (body.form === 'unreadable') throw new SimulatorOptionError('body', body.text, 'a JSON object');
  return { simulator, query: Object.fromEntries(query), body: body.form === 'json' ? body.value : {} };
}

function json(status: number, value: unknown): Answer {
  return { status, contentType: 'application/json', body: JSON.stringify(value, plainNumbers) };
}

/** Ids of callbacks may be bigints, which JSON has no word for: they are told as texts. */
function plainNumbers(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

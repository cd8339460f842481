import { answerControl } from './control/control-api.js';
import { checkOptions } from './options/check-options.js';
import type { SimulatorOptions } from './options/options.js';
import { Simulator } from './simulator.js';

/**
 * Starts a fake platform and waits until it can be called.
 * @throws SimulatorOptionError naming the option that is wrong
 */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  checkOptions(options);
  const simulator = new Simulator(options, answerControl);
  await simulator.plug();
  return simulator;
}

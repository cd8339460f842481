import { appIds } from './accounts.mjs';
import { MeasuredSystem } from './measured-system.mjs';
import { lackedBy } from './systems/index.mjs';

/**
 * Opens systems, each for an account of its own, lets `measure` have them, and closes them. Those that this machine cannot run are `skipped`, and the run
 * fails unless the platform delivered every message that was sent: one that it did not see would be a cheap one.
 */
export async function compareSystems(names, { surroundings, profileFolder, measure }) {
  const skipped = names.filter((name) => lackedBy(name, surroundings) !== undefined);
  const before = await surroundings.delivered();
  const open = [];
  try {
    for (const name of names.filter((candidate) => !skipped.includes(candidate))) {
      const target = { ...surroundings.target, appId: appIds[open.length] };
      open.push(await MeasuredSystem.open(name, target, { profileFolder }));
      // Alone: not every system survives that many messages ask for a token at once, which is another case.
      await open.at(-1).round(1, 1);
    }
    const measured = await measure(open);
    return { ...measured, skipped, delivered: await deliveredOf(open, surroundings, before) };
  } finally {
    for (const system of open) await system.close();
  }
}

async function deliveredOf(systems, { delivered }, before) {
  const sent = systems.reduce((sum, system) => sum + system.sent, 0);
  const arrived = (await delivered()) - before;
  if (arrived !== sent) throw new Error(`${sent} messages were sent, but the platform delivered ${arrived}`);
  return arrived;
}

/**
 * One round: the systems take turns, so that whatever else the machine does meets all of them. Who is first changes from
 * round to round, and every other round goes backwards, so that nobody always follows the same one. Answers their results
 * in the order of the systems.
 */
export async function playRound(systems, round, play) {
  const results = new Map();
  for (const turn of systems.keys()) {
    const offset = round % 2 === 0 ? turn : systems.length - turn;
    const system = systems[(round + offset) % systems.length];
    results.set(system, await play(system));
  }
  return systems.map((system) => results.get(system));
}

/** A line for the systems that could not be measured, if there are any. */
export function skippedNote(skipped) {
  if (skipped.length === 0) return [];
  return [`Skipped, for what they need is not on this machine: ${skipped.join(', ')}.`];
}

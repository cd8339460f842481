const partNames = { redis: 'Redis', platform: 'the platform' };
/** A share of its time above which whoever wants more of a part has to wait. */
const saturated = 0.9;

/** What a send takes with the most processes, against one process; all parts together. */
export function growthOf({ levels }) {
  return levels.at(-1).cpuUsPerSend / levels[0].cpuUsPerSend;
}

/** Which part is the limit here, which one would be elsewhere, and what is worst. Only what the figures say. */
export function conclusionsOf(result) {
  const most = result.levels.at(-1);
  return [
    `${limitHere(most, result.cores)} ${limitElsewhere(most)}`,
    '',
    `Best for Wetempo: ${bestOf(result)}`,
    '',
    `Worst for Wetempo: ${worstOf(result)}`,
  ];
}

/** What else runs on the machine or in its kernel is no part of ours, and is told apart. */
function limitHere({ processes, machineBusy, parts, cpuUsPerSend, sendsPerSecond }, cores) {
  const name = Object.keys(partNames).find((part) => parts[part].busy >= saturated);
  if (name !== undefined)
    return `With ${processes} processes ${partNames[name]} is the limit: it uses one core to the full.`;
  const own = (cpuUsPerSend * sendsPerSecond) / 1_000_000 / cores;
  const busy = `${(machineBusy * 100).toFixed(0)} % of its ${cores} cores are in use, ${(own * 100).toFixed(0)} % by these parts`;
  if (machineBusy >= saturated) return `With ${processes} processes the machine is the limit: ${busy}.`;
  return `With ${processes} processes neither a part nor the machine (${busy}) is at its end.`;
}

/** Both there is only one of: the one that needs more CPU time per send is the first that more processes cannot help. */
function limitElsewhere({ parts }) {
  const [first, second] = Object.keys(partNames).toSorted(
    (one, other) => parts[one].mostPerSecond - parts[other].mostPerSecond,
  );
  const per = (name) => parts[name].mostPerSecond.toFixed(0);
  const enough = Math.ceil(parts[first].mostPerSecond / parts.client.mostPerSecond);
  return (
    `Reckoned from CPU time, not measured: with cores enough, ${partNames[first]} would be the first part at its end, at about ` +
    `${per(first)} sends per second, which ${enough} client processes of ${per('client')} make; ${partNames[second]} would be at about ${per(second)}.`
  );
}

function bestOf({ levels }) {
  const best = levels.toSorted((one, other) => other.sendsPerSecond - one.sendsPerSecond)[0];
  return `${best.sendsPerSecond.toFixed(0)} sends per second from ${processesText(best.processes)}.`;
}

function processesText(count) {
  return count === 1 ? 'one process' : `${count} processes`;
}

function worstOf({ levels }) {
  const worst = levels.toSorted((one, other) => other.cpuUsPerSend - one.cpuUsPerSend)[0];
  const ratio = (worst.cpuUsPerSend / levels[0].cpuUsPerSend).toFixed(2);
  const { client, redis, platform } = worst.parts;
  const [inClients, inRedis, inPlatform] = [client, redis, platform].map((part) =>
    part.cpuUsPerSend.toFixed(0),
  );
  return (
    `a send takes most CPU time with ${processesText(worst.processes)}, ${ratio} of what it takes with one: ` +
    `${inClients} µs in the clients, ${inRedis} in Redis, ${inPlatform} on the platform. ${scalingOf(levels)}`
  );
}

function scalingOf(levels) {
  const most = levels.at(-1);
  const times = (most.sendsPerSecond / levels[0].sendsPerSecond).toFixed(2);
  return `${processesText(most.processes)} send ${times} times as much as one.`;
}

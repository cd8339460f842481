// What the guard holds a send to. A bound on a ratio is about 1.3 times of what it was when it was written: machines and
// Node versions differ by less, and a send that costs half as much again is caught. What does not depend on the machine is
// held closer, and counts are exact: whoever changes one on purpose changes its number here.

/** `atMost` or `exactly`, and why the figure is looked at. */
export const bounds = {
  cpuOfAxios: {
    title: 'CPU time of a send with memory stores, of bare axios',
    atMost: 0.46,
    why: 'what everybody pays who takes Wetempo instead of the client that he knows',
  },
  cpuOfUndici: {
    title: 'CPU time of a send with memory stores, of bare undici',
    atMost: 2.7,
    why: 'a second measure, for axios may become slower and hide it',
  },
  redisCpuOfMemory: {
    title: 'CPU time of a send with Redis for everything, of one with memory stores',
    atMost: 2.1,
    why: 'the commands and their answers are made and read on the way of each send',
  },
  allocatedKb: {
    title: 'kB allocated per send with memory stores',
    atMost: 54,
    why: 'garbage is collected by everybody later; it strays by two percent where times stray by thirty',
  },
  roundTrips: {
    title: 'Round trips to Redis per send',
    exactly: 3,
    why: 'each is a wait for the network',
  },
  scripts: {
    title: 'Scripts in Redis per send',
    exactly: 3,
    why: 'one Redis serves all processes, and runs one script at a time',
  },
  commands: {
    title: 'Commands inside these scripts per send',
    exactly: 18,
    why: 'they are what a script takes its time for',
  },
  importOfAxios: {
    title: 'CPU time of a cold import of @wetempo/wechat-mp, of one of axios',
    atMost: 1.5,
    why: 'what a function that starts for each request waits for',
  },
  modules: {
    title: 'Modules that an import of @wetempo/wechat-mp loads',
    atMost: 115,
    why: 'one more may be an optional part that nobody asked for, with all that it loads itself',
  },
};

// What the guard holds a send to. What does not depend on the machine is held close, and counts are exact: whoever changes
// one on purpose changes its number here.
//
// CPU time is looked at without that of bare undici, which is what the kernel and the socket take: it is the same for
// everybody, and its share differs by machine. What is left is JavaScript on both sides, and a send that becomes dearer by a
// quarter has half as much again of it. A bound on that is about 1.4 times of the most that it was when it was written: on a
// quiet machine 0.13 to 0.18, and 0.34 to 0.47 with Redis, which asks the kernel for more.

/**
 * `atMost` or `exactly`, and why the figure is looked at. `strays` is the part by which it differs from set to set: nearer to
 * its bound it is not believed at once.
 */
export const bounds = {
  ownCpu: {
    title: 'CPU time of a send with memory stores beyond that of bare undici, of what axios takes beyond it',
    atMost: 0.26,
    strays: 0.12,
    why: 'what everybody pays who takes Wetempo instead of the client that he knows',
  },
  ownCpuWithRedis: {
    title:
      'CPU time of a send with Redis for everything beyond that of bare undici, of what axios takes beyond it',
    atMost: 0.62,
    strays: 0.12,
    why: 'the commands and their answers are made and read on the way of each send',
  },
  allocatedKb: {
    title: 'kB allocated per send with memory stores',
    atMost: 43,
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

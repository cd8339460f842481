const mostSets = 4;

/**
 * Asks a watch for its figures until they are clearly within their bounds, at most a few times: each time it measures another
 * set of rounds, and its figures are of all sets together, so that a bad moment of the machine passes, a loss stays, and a
 * good moment hides none.
 */
export async function judge(watch, bounds) {
  let figures = [];
  for (let set = 0; set < mostSets; set += 1) {
    figures = Object.entries(await watch.measure());
    if (figures.every(([name, figure]) => isClear(bounds[name], figure))) break;
  }
  return figures.map(([name, figure]) => verdictOf(bounds[name], figure));
}

function isClear({ atMost, exactly, strays = 0 }, figure) {
  return exactly === undefined ? figure <= atMost * (1 - strays) : figure === exactly;
}

function verdictOf({ title, atMost, exactly, why }, figure) {
  const ok = exactly === undefined ? figure <= atMost : figure === exactly;
  const bound = exactly === undefined ? `at most ${atMost}` : `exactly ${exactly}`;
  return { ok, sentence: `${title}: ${Number(figure.toFixed(2))}, ${bound}`, why };
}

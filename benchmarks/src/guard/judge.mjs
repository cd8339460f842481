const mostSets = 4;

/**
 * Asks a watch for its figures until they are within their bounds, at most a few times: each time it measures another set of
 * rounds, and its figures are of all sets together, so that a bad moment of the machine passes and a loss stays.
 */
export async function judge(watch, bounds) {
  let verdicts = [];
  for (let set = 0; set < mostSets; set += 1) {
    const figures = await watch.measure();
    verdicts = Object.entries(figures).map(([name, figure]) => verdictOf(bounds[name], figure));
    if (verdicts.every(({ ok }) => ok)) break;
  }
  return verdicts;
}

function verdictOf({ title, atMost, exactly, why }, figure) {
  const ok = exactly === undefined ? figure <= atMost : figure === exactly;
  const bound = exactly === undefined ? `at most ${atMost}` : `exactly ${exactly}`;
  return { ok, sentence: `${title}: ${Number(figure.toFixed(2))}, ${bound}`, why };
}

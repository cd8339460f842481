const worstLine = /^Worst for Wetempo: (.+)$/gm;

/** The section of one case: what it reports, or why it has nothing to report. */
export function caseSection({ title, report }, { result, failure }) {
  const text = failure === undefined ? report(result).trim() : `This case could not be measured: ${failure}`;
  return `## ${title}\n\n${text}\n`;
}

/** Where the case says that Wetempo is worst, sentence by sentence. */
export function worstOf({ report }, { result, failure }) {
  if (failure !== undefined) return ['not measured'];
  return [...report(result).matchAll(worstLine)].map(([, sentence]) => sentence);
}

/** `{ target, wanted, measured, isMet }` for each target; a case without `targets` only tells the missed ones. */
export function targetsOf({ title, targets, missedTargets }, { result, failure }) {
  if (failure !== undefined) return [rowOf(title, 'not measured', false)];
  if (targets !== undefined) return targets(result);
  return missedTargets(result).map((sentence) => rowOf(title, sentence, false));
}

function rowOf(title, measured, isMet) {
  return { target: title, wanted: '', measured, isMet };
}

export function missedTargetsOf({ title, missedTargets }, { result, failure }) {
  return failure === undefined ? missedTargets(result) : [`${title}: not measured, for ${failure}`];
}

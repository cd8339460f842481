import { table } from '../table.mjs';
import { caseSection, targetsOf, worstOf } from './case-section.mjs';

const howToRead = `- Every system runs in a process of its own; the simulated platform has another, the same for all of a case or one like it for each.
- Costs (a send, the stores, the fleet, import time, admission) are medians of rounds, and the rounds of all that are compared
  alternate. A ratio compares what two made in the same turn of all: quote ratios, for absolute times hold for this machine alone, and
  its load. Everything else is one run of each: its counts are exact, and its times are those of that run.
- CPU time is all that the client's process takes: user and kernel, the garbage collector and every thread.
- Wetempo goes its whole way in a send: check the fields, claim the message, pass the limits, take the token, judge the answer,
  settle. The bare clients put a token that they already have into the URL and look at the errcode.
- Platform, stores and client share one machine and its loopback: there is no network between them, and no TLS.`;

/**
 * The page of results: what was compared, the targets, where we are worst, and each case.
 *
 * @param sections `{ module, outcome }` in order
 * @param chartFile its name beside the page, if there is one
 */
export function resultsPage({ about, sections, chartFile }) {
  return [
    '# Wetempo beside its peers, measured',
    `Made by \`npm run bench\` on ${about.date.slice(0, 16).replace('T', ' ')} UTC; do not edit. ${machineOf(about)}`,
    ...(chartFile === undefined ? [] : [`![The figures as bars](${chartFile})`]),
    `## How to read it\n\n${howToRead}`,
    `## Targets\n\n${targetTable(sections)}`,
    `## Where Wetempo is worst\n\n${worstList(sections)}`,
    ...sections.map(({ module, outcome }) => caseSection(module, outcome).trim()),
    `## What was compared\n\n${versionTable(about)}`,
    '',
  ].join('\n\n');
}

export function machineOf({ machine: { cpu, cores, memoryGb, loadBefore }, node, servers }) {
  const software = [
    `Node ${node.slice(1)}`,
    named('Redis', servers.redis),
    named('PostgreSQL', servers.postgres),
  ];
  return `${cpu}, ${cores} cores, ${memoryGb} GB; ${software.join(', ')}; load before the run ${loadBefore.toFixed(2)}.`;
}

function named(title, version) {
  return version === undefined ? `no ${title}` : `${title} ${version}`;
}

function targetTable(sections) {
  const rows = sections.flatMap(({ module, outcome }) => targetsOf(module, outcome));
  if (rows.length === 0) return 'No case of this run has one.';
  return table(
    ['target', 'wanted', 'measured', ''],
    rows.map(({ target, wanted, measured, isMet }) => [
      target,
      wanted,
      measured,
      isMet ? 'met' : '**missed**',
    ]),
  );
}

function worstList(sections) {
  const lines = sections.flatMap(({ module, outcome }) =>
    worstOf(module, outcome).map((sentence) => `- ${module.title}: ${sentence}`),
  );
  return lines.length === 0 ? 'No case of this run says so.' : lines.join('\n');
}

function versionTable({ versions }) {
  return table(['package', 'version'], Object.entries(versions));
}

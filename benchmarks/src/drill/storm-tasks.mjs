import { messageOf } from '../message.mjs';

export const sendPath = '/cgi-bin/message/template/send';

const warmUpSends = 600;

/** Which tasks one of the processes has, by number: every so-manieth, so that all have as many, give or take one. */
export function tasksOf(rank, processes, tasks) {
  const numbers = [];
  for (let n = rank; n < tasks; n += processes) numbers.push(n);
  return numbers;
}

/** Tasks of their own for each process, with which it warms up: a storm finds programs that have run for a while. */
export function warmUpTasksOf(rank) {
  const firstNumber = 1_000_000_000 + rank * 1_000_000;
  return Array.from({ length: warmUpSends }, (_, n) => firstNumber + n);
}

/** The n-th task: a message to a person of its own, so that the limit per recipient is in nobody's way. */
export function taskOf(n) {
  return { message: messageOf(n), requestId: `drill-${n}` };
}

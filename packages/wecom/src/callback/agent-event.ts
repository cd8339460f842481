import { defineEvent, texts } from '@wetempo/core/callback';
import type { ZodType } from 'zod';

type Shape = Readonly<Record<string, ZodType>>;

/** An event of WeCom; most name the agent that they are meant for. */
export function agentEvent<const Name extends string, Fields extends Shape>(
  name: Name,
  fields: Fields,
  docs?: string,
) {
  return defineEvent(name, { ...texts('AgentID'), ...fields }, docs);
}

/**
 * One of several changes that share an `Event` and are told apart by their `ChangeType`. The event's own name is declared
 * beside them, for the changes that the platform adds.
 */
export function changeEvent<const Event extends string, const Change extends string, Fields extends Shape>(
  event: Event,
  change: Change,
  fields: Fields,
  docs?: string,
) {
  return agentEvent(`${event}.${change}`, { ...texts('ChangeType'), ...fields }, docs);
}

/** Changes whose fields are the same, by their full names. */
export function changeEvents<const Event extends string, const Change extends string, Fields extends Shape>(
  event: Event,
  changes: readonly Change[],
  fields: Fields,
): { readonly [C in Change as `${Event}.${C}`]: ChangeDeclaration<`${Event}.${C}`, Fields> };
export function changeEvents(event: string, changes: readonly string[], fields: Shape) {
  return Object.fromEntries(
    changes.map((change) => [`${event}.${change}`, changeEvent(event, change, fields)]),
  );
}

type ChangeDeclaration<Name extends string, Fields extends Shape> = ReturnType<
  typeof agentEvent<Name, Fields & ReturnType<typeof texts<'ChangeType'>>>
>;

import type { PushPlan, PushSettings } from '../push-plan.js';

/** What is kept of a plan for everybody who works on the push. */
export type QueuedSettings = PushSettings & { readonly endpoint: string };

/** The settings in one fixed order, so that two operators' same settings are the same text. */
export function settingsText({
  id,
  endpoint,
  group,
  tenant,
  startSpreadMs,
  deadlineMs,
  concurrency,
  maxPerSecond,
  resend,
}: QueuedSettings): string {
  const fields = {
    id,
    endpoint,
    group,
    tenant,
    startSpreadMs,
    deadlineMs,
    concurrency,
    maxPerSecond,
    resend,
  };
  return JSON.stringify(fields);
}

export function settingsFrom(text: string): QueuedSettings {
  return JSON.parse(text) as QueuedSettings;
}

export function settingsOf({ items: _, total: __, endpoint, ...settings }: PushPlan): QueuedSettings {
  return { ...settings, endpoint: endpoint.name };
}

/** Names of the settings that are not the same. */
export function differences(one: QueuedSettings, other: QueuedSettings): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof QueuedSettings>;
  return [...names].filter((name) => one[name] !== other[name]);
}

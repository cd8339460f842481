import type { Call } from '../call.js';

/** Equal for reads that ask the platform for the same; `undefined` for calls that are no reads. */
export function readKeyOf({ endpoint, query, body }: Call): string | undefined {
  if (endpoint.kind !== 'read' || body.type === 'multipart') return undefined;
  const text = body.type === 'json' ? body.text : '';
  return `${endpoint.name} ${endpoint.answer} ${queryText(query)}\n${text}`;
}

/** In the order of names: the caller's order of fields means nothing to the platform. */
function queryText(query: Readonly<Record<string, string>>): string {
  const names = Object.keys(query);
  return names.length === 0 ? '' : JSON.stringify(names.sort().map((name) => [name, query[name]]));
}

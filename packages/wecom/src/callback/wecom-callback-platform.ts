import type { CallbackContent, CallbackFields, CallbackPlatform } from '@wetempo/core/callback';
import { type WecomCallbackCatalog, wecomCallbackCatalog } from './wecom-callback-catalog.js';

/** What core needs to know of WeCom's callbacks. */
export const wecomCallbackPlatform: CallbackPlatform<WecomCallbackCatalog> = {
  name: 'wecom',
  urlCheck: 'decrypt',
  alwaysSafe: true,
  catalog: wecomCallbackCatalog,
  accountFields: ['AgentID'],
  normalise: (content) => withOptionIds(withChangeType(content)),
};

/** Samples of three changes of schools say `deparmtment`. */
function withChangeType(content: CallbackFields): CallbackFields {
  const { Event, ChangeType } = content;
  if (Event !== 'change_school_contact' || typeof ChangeType !== 'string') return content;
  return { ...content, ChangeType: ChangeType.replace('_deparmtment', '_department') };
}

/** The platform's own sample of a card with choices says `OpitonIds` and `OpitonId`. */
function withOptionIds(content: CallbackFields): CallbackFields {
  const { SelectedItems } = content;
  if (SelectedItems === undefined) return content;
  return { ...content, SelectedItems: respelled(SelectedItems) };
}

const spellings: ReadonlyMap<string, string> = new Map([
  ['OpitonIds', 'OptionIds'],
  ['OpitonId', 'OptionId'],
]);

function respelled(content: CallbackContent): CallbackContent {
  if (typeof content === 'string') return content;
  if (isList(content)) return content.map(respelled);
  const entries = Object.entries(content).map(([name, inner]) => [
    spellings.get(name) ?? name,
    respelled(inner),
  ]);
  return Object.fromEntries(entries);
}

function isList(content: object): content is readonly CallbackContent[] {
  return Array.isArray(content);
}

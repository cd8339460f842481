import { group, listOf, text, texts } from '@wetempo/core/callback';
import { agentEvent } from '../agent-event.js';
import { callbackPage } from '../docs.js';

const docs = callbackPage(90240);

const tapped = { EventKey: text(), ...texts('TaskId', 'CardType', 'ResponseCode') };

/** Cards in a conversation. `ResponseCode` lets the card be changed once. */
export const cardEvents = {
  /** What was chosen: `SelectedItems.SelectedItem[].OptionIds.OptionId[]`, whichever way the platform spells it. */
  template_card_event: agentEvent(
    'template_card_event',
    {
      ...tapped,
      SelectedItems: group({
        SelectedItem: listOf(
          group({ ...texts('QuestionKey'), OptionIds: group({ OptionId: listOf(text()) }) }),
        ),
      }),
    },
    docs,
  ),
  template_card_menu_event: agentEvent('template_card_menu_event', tapped, docs),
  taskcard_click: agentEvent('taskcard_click', { EventKey: text(), ...texts('TaskId') }, docs),
} as const;

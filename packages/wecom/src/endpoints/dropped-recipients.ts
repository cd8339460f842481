import { z } from 'zod';

/** What the platform says of a message beside its id; each is absent where there is nothing to say. */
export interface MessageDetails {
  /** userids that are none of the company's, or do not see the app; in lower case. The others got the message. */
  readonly invaliduser?: readonly string[];
  /** Departments of which the same is true. */
  readonly invalidparty?: readonly string[];
  /** Tags of which the same is true. */
  readonly invalidtag?: readonly string[];
  /** Members without a licence of the interface (互通账号), who got nothing. */
  readonly unlicenseduser?: readonly string[];
  /** Of a card that can be answered: for one `message.updateTemplateCard`, within 72 hours. */
  readonly response_code?: string;
}

// Joined by `|`; some endpoints answer lists.
const ids = z.union([z.string(), z.array(z.union([z.string(), z.number()]))]).optional();

/** How an answer names them. */
export const droppedFields = { invaliduser: ids, invalidparty: ids, invalidtag: ids, unlicenseduser: ids };

const names = ['invaliduser', 'invalidparty', 'invalidtag', 'unlicenseduser'] as const;
type Dropped = z.infer<z.ZodObject<typeof droppedFields>>;

/** Who was left out of a message that went out, as lists; `undefined` where nobody was. */
export function messageDetails(
  answer: Dropped & { readonly response_code?: string | undefined },
): Record<string, unknown> | undefined {
  const lists = names
    .map((name) => [name, listOf(answer[name])] as const)
    .filter(([, list]) => list.length > 0);
  const details: Record<string, unknown> = Object.fromEntries(lists);
  if (answer.response_code) details.response_code = answer.response_code;
  return Object.keys(details).length === 0 ? undefined : details;
}

function listOf(value: Dropped['invaliduser'] = ''): readonly string[] {
  const list = typeof value === 'string' ? value.split('|') : value.map(String);
  return list.filter((id) => id !== '');
}

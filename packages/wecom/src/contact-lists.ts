import { type CallOptions, type EndpointMethods, isWechatErrorOf, type RequestOf } from '@wetempo/core';
import { cursorItems, cursorPages } from './endpoints/cursor-pages.js';
import type { CustomerGroupSummary } from './endpoints/customer-group.js';
import type { CustomerOfMember } from './endpoints/external-contact.js';
import type { wecomEndpointGroups } from './endpoints/index.js';
import type { KfHistoryMessage } from './endpoints/kf-message.js';

type Groups = typeof wecomEndpointGroups;

/** A member in one of the departments that the member is in. */
export interface DepartmentMember {
  readonly userid: string;
  readonly department?: number | undefined;
}

/** Messages and events of an account, in order, and where to go on after them. */
export interface KfMessagePage {
  readonly messages: readonly KfHistoryMessage[];
  /** Keep it once the messages were dealt with: the next reading begins here. */
  readonly cursor: string | undefined;
}

export type UserMethods = EndpointMethods<Groups['user']> & {
  /** The id of every member, once for each department that the member is in, page by page. */
  listAllIds(options?: CallOptions): AsyncGenerator<DepartmentMember, void, undefined>;
};

export type ExternalContactMethods = EndpointMethods<Groups['externalContact']> & {
  /** Every customer of these members, each with what the member knows; 100 members and 100 customers a request. */
  listAllByUser(
    userids: readonly string[],
    options?: CallOptions,
  ): AsyncGenerator<CustomerOfMember, void, undefined>;
};

type GroupFilter = Pick<RequestOf<Groups['customerGroup']['list']>, 'status_filter' | 'owner_filter'>;

export type CustomerGroupMethods = EndpointMethods<Groups['customerGroup']> & {
  /** Every group chat with customers, page by page. */
  listAll(filter?: GroupFilter, options?: CallOptions): AsyncGenerator<CustomerGroupSummary, void, undefined>;
};

export type KfMethods = EndpointMethods<Groups['kf']> & {
  /**
   * What an account was sent since `cursor`, page by page until the platform has no more; without a cursor, of the last 3
   * days. Keep the cursor of each page once its messages were dealt with.
   */
  syncAll(
    request: RequestOf<Groups['kf']['syncMessages']>,
    options?: CallOptions,
  ): AsyncGenerator<KfMessagePage, void, undefined>;
};

/** Adds the readers of whole lists to the methods of members. */
export function withMemberLists(user: EndpointMethods<Groups['user']>): UserMethods {
  const listAllIds: UserMethods['listAllIds'] = (options) =>
    cursorItems(async (cursor) => {
      const page = await user.listIds({ limit: 10_000, ...from(cursor) }, options);
      return { items: page.dept_user ?? [], next: page.next_cursor };
    });
  return { ...user, listAllIds };
}

/** Adds the readers of whole lists to the methods of customers. */
export function withCustomerLists(
  customers: EndpointMethods<Groups['externalContact']>,
): ExternalContactMethods {
  async function* listAllByUser(userids: readonly string[], options?: CallOptions) {
    for (let start = 0; start < userids.length; start += 100) {
      const userid_list = userids.slice(start, start + 100);
      yield* cursorItems(async (cursor) => {
        const request = { userid_list, limit: 100, ...from(cursor) };
        const page = await customers.batchGetByUser(request, options).catch(noCustomers);
        return { items: page.external_contact_list ?? [], next: page.next_cursor };
      });
    }
  }
  return { ...customers, listAllByUser };
}

/** Adds the readers of whole lists to the methods of group chats. */
export function withGroupLists(groups: EndpointMethods<Groups['customerGroup']>): CustomerGroupMethods {
  const listAll: CustomerGroupMethods['listAll'] = (filter = {}, options) =>
    cursorItems(async (cursor) => {
      const page = await groups.list({ ...filter, limit: 1000, ...from(cursor) }, options);
      return { items: page.group_chat_list, next: page.next_cursor };
    });
  return { ...groups, listAll };
}

/** Adds the reader of messages to the methods of customer service. */
export function withMessageLists(kf: EndpointMethods<Groups['kf']>): KfMethods {
  async function* syncAll(request: RequestOf<Groups['kf']['syncMessages']>, options?: CallOptions) {
    let latest = request.cursor;
    const pages = cursorPages(async (cursor) => {
      const page = await kf.syncMessages({ ...request, ...from(cursor) }, options);
      latest = page.next_cursor ?? latest;
      return { items: page.msg_list ?? [], next: page.has_more === 0 ? undefined : page.next_cursor };
    }, request.cursor);
    for await (const { items } of pages) yield { messages: items, cursor: latest };
  }
  return { ...kf, syncAll };
}

function from(cursor: string | undefined): { readonly cursor?: string } {
  return cursor === undefined ? {} : { cursor };
}

/** The code says that none of the members has a customer: an empty list. */
function noCustomers(error: unknown): { external_contact_list?: CustomerOfMember[]; next_cursor?: string } {
  if (isWechatErrorOf(error, 'API_ERROR') && error.errcode === 84_061) return {};
  throw error;
}

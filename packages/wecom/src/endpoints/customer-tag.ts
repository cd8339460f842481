import { defineEndpoint } from '@wetempo/core';
import { z } from 'zod';
import { hasOneOf, shortText, upTo } from './contact-parts.js';
import { page } from './docs.js';
import { externalUserid, numericId, requiredText, userid } from './request-parts.js';
import { acknowledgement } from './response-parts.js';

const name = shortText(30).min(1, 'must not be empty');

/** Of tags and groups, a greater one comes first. */
const order = z.int().nonnegative().max(4_294_967_295).optional();

const ids = z.array(requiredText()).optional();

const tagGroup = z.looseObject({
  group_id: z.string(),
  group_name: z.string().optional(),
  order: z.number().optional(),
  tag: z.array(z.looseObject({ id: z.string(), name: z.string().optional(), order: z.number().optional() })),
});

export type CustomerTagGroup = z.output<typeof tagGroup>;

const newTags = upTo(100, z.strictObject({ name, order }));

/** Only apps of old suites name themselves. */
const oldSuiteApp = numericId.optional();

const oneOrMore = 'must have tag_id or group_id';

/** Tags of customers (客户标签), which come in groups; the ids are text. */
export const customerTagEndpoints = {
  /** Tags of the company, all or those asked for. */
  list: defineEndpoint({
    name: 'customerTag.list',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_corp_tag_list',
    docs: page(92117),
    kind: 'read',
    request: z.strictObject({ tag_id: ids, group_id: ids }),
    response: z.looseObject({ tag_group: z.array(tagGroup) }),
    cache: { ttlMs: 30_000, endedBy: ['customerTag.add', 'customerTag.edit', 'customerTag.delete'] },
  }),

  /** Adds tags to a group, which is made where its name is new. */
  add: defineEndpoint({
    name: 'customerTag.add',
    method: 'POST',
    path: '/cgi-bin/externalcontact/add_corp_tag',
    docs: page(92117),
    kind: 'write',
    request: z
      .strictObject({
        group_id: requiredText().optional(),
        group_name: name.optional(),
        order,
        tag: newTags,
        agentid: oldSuiteApp,
      })
      .refine(hasOneOf('group_id', 'group_name'), 'must have group_id or group_name'),
    response: z.looseObject({ tag_group: tagGroup }),
  }),

  /** Changes what is given of a tag or a group. */
  edit: defineEndpoint({
    name: 'customerTag.edit',
    method: 'POST',
    path: '/cgi-bin/externalcontact/edit_corp_tag',
    docs: page(92117),
    kind: 'write',
    // The same values twice are the same values.
    idempotent: true,
    request: z.strictObject({ id: requiredText(), name: name.optional(), order, agentid: oldSuiteApp }),
    response: acknowledgement,
  }),

  /** Removes tags and groups; a group goes with its tags. */
  delete: defineEndpoint({
    name: 'customerTag.delete',
    method: 'POST',
    path: '/cgi-bin/externalcontact/del_corp_tag',
    docs: page(92117),
    kind: 'write',
    request: z
      .strictObject({ tag_id: ids, group_id: ids, agentid: oldSuiteApp })
      .refine(hasOneOf('tag_id', 'group_id'), oneOrMore),
    response: acknowledgement,
  }),

  /** Gives a customer tags, and takes others away, as one member's. */
  mark: defineEndpoint({
    name: 'customerTag.mark',
    method: 'POST',
    path: '/cgi-bin/externalcontact/mark_tag',
    docs: page(92118),
    kind: 'write',
    // Who has a tag keeps it, who has lost one stays without it.
    idempotent: true,
    request: z
      .strictObject({ userid, external_userid: externalUserid, add_tag: ids, remove_tag: ids })
      .refine(hasOneOf('add_tag', 'remove_tag'), 'must have add_tag or remove_tag'),
    response: acknowledgement,
  }),

  /** Tags of a group of rules (规则组), all or those asked for. */
  listOfStrategy: defineEndpoint({
    name: 'customerTag.listOfStrategy',
    method: 'POST',
    path: '/cgi-bin/externalcontact/get_strategy_tag_list',
    docs: page(94882),
    kind: 'read',
    request: z.strictObject({ strategy_id: numericId.optional(), tag_id: ids, group_id: ids }),
    response: z.looseObject({ tag_group: z.array(tagGroup) }),
    cache: {
      ttlMs: 30_000,
      endedBy: ['customerTag.addToStrategy', 'customerTag.editOfStrategy', 'customerTag.deleteOfStrategy'],
    },
  }),

  /** Adds tags to a group of rules. */
  addToStrategy: defineEndpoint({
    name: 'customerTag.addToStrategy',
    method: 'POST',
    path: '/cgi-bin/externalcontact/add_strategy_tag',
    docs: page(94882),
    kind: 'write',
    request: z
      .strictObject({
        strategy_id: numericId,
        group_id: requiredText().optional(),
        group_name: name.optional(),
        order,
        tag: newTags,
      })
      .refine(hasOneOf('group_id', 'group_name'), 'must have group_id or group_name'),
    response: z.looseObject({ tag_group: tagGroup }),
  }),

  /** Changes what is given of a tag or a group of tags in a group of rules. */
  editOfStrategy: defineEndpoint({
    name: 'customerTag.editOfStrategy',
    method: 'POST',
    path: '/cgi-bin/externalcontact/edit_strategy_tag',
    docs: page(94882),
    kind: 'write',
    // The same values twice are the same values.
    idempotent: true,
    request: z.strictObject({ id: requiredText(), name: name.optional(), order }),
    response: acknowledgement,
  }),

  /** Removes tags and groups of tags from a group of rules. */
  deleteOfStrategy: defineEndpoint({
    name: 'customerTag.deleteOfStrategy',
    method: 'POST',
    path: '/cgi-bin/externalcontact/del_strategy_tag',
    docs: page(94882),
    kind: 'write',
    request: z.strictObject({ tag_id: ids, group_id: ids }).refine(hasOneOf('tag_id', 'group_id'), oneOrMore),
    response: acknowledgement,
  }),
} as const;

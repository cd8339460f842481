import type { EndpointMethods, RequestOf, ResponseOf } from '@wetempo/core';
import { describe, expectTypeOf, it } from 'vitest';
import type { wecomEndpointGroups } from './index.js';

type Groups = typeof wecomEndpointGroups;

describe('types of the declarations about people and apps', () => {
  it('a member always has a userid', () => {
    expectTypeOf<ResponseOf<Groups['user']['get']>['userid']>().toEqualTypeOf<string>();
    expectTypeOf<ResponseOf<Groups['user']['get']>['name']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<ResponseOf<Groups['user']['get']>['anything else']>().toEqualTypeOf<unknown>();
  });

  it('messages tie the content to its kind', () => {
    type Chat = RequestOf<Groups['appChat']['send']>;
    expectTypeOf<{ chatid: string; msgtype: 'text'; text: { content: string } }>().toExtend<Chat>();
    expectTypeOf<{ chatid: string; msgtype: 'text'; image: { media_id: string } }>().not.toExtend<Chat>();
    expectTypeOf<RequestOf<Groups['kf']['send']>['msgid']>().toEqualTypeOf<undefined>();
  });

  it('receipts have a msgid exactly where the platform names the message', () => {
    type Receipt<Group extends keyof Groups, Send extends string> =
      EndpointMethods<Groups[Group]> extends Record<Send, (...args: never[]) => Promise<infer R>> ? R : never;
    expectTypeOf<Receipt<'kf', 'send'>['msgid']>().toEqualTypeOf<string>();
    expectTypeOf<Receipt<'customerMessage', 'create'>['msgid']>().toEqualTypeOf<string>();
    expectTypeOf<Receipt<'appChat', 'send'>['msgid']>().toEqualTypeOf<string | undefined>();
  });

  it('the app of a request may be left out, a required field may not', () => {
    expectTypeOf<EndpointMethods<Groups['agent']>['get']>().toBeCallableWith();
    expectTypeOf<EndpointMethods<Groups['menu']>['get']>().toBeCallableWith({});
    expectTypeOf<EndpointMethods<Groups['tag']>['list']>().toBeCallableWith();
    expectTypeOf<{ userid: string }>().not.toExtend<RequestOf<Groups['user']['create']>>();
  });

  it('forms of approvals nest', () => {
    type Content = RequestOf<Groups['approval']['apply']>['apply_data']['contents'][number];
    type Row = NonNullable<Content['value']['children']>[number];
    expectTypeOf<Row['list'][number]>().toEqualTypeOf<Content>();
  });
});

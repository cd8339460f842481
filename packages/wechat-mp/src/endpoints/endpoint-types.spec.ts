import type { EndpointMethods, RequestOf, ResponseOf } from '@wetempo/core';
import { describe, expectTypeOf, it } from 'vitest';
import type { customerMessageEndpoints, mediaEndpoints, templateEndpoints, userEndpoints } from './index.js';

describe('types of the declarations', () => {
  it('template.send knows its fields', () => {
    type Request = RequestOf<typeof templateEndpoints.send>;
    expectTypeOf<Request['touser']>().toEqualTypeOf<string>();
    expectTypeOf<Request['data'][string]['value']>().toEqualTypeOf<string>();
    expectTypeOf<Request['url']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Request['client_msg_id']>().toEqualTypeOf<undefined>();
    expectTypeOf<ResponseOf<typeof templateEndpoints.send>['msgid']>().toEqualTypeOf<
      string | number | undefined
    >();
    expectTypeOf<typeof templateEndpoints.send.name>().toEqualTypeOf<'template.send'>();
    expectTypeOf<{ touser: string; template_id: string }>().not.toExtend<Request>();
  });

  it('the receipt of template.send always has a msgid, that of customerMessage.send may not', () => {
    type TemplateReceipt = Awaited<ReturnType<EndpointMethods<typeof templateEndpoints>['send']>>;
    type CustomerReceipt = Awaited<ReturnType<EndpointMethods<typeof customerMessageEndpoints>['send']>>;
    expectTypeOf<TemplateReceipt['msgid']>().toEqualTypeOf<string>();
    expectTypeOf<CustomerReceipt['msgid']>().toEqualTypeOf<string | undefined>();
  });

  it('user.info knows its answer', () => {
    type Answer = ResponseOf<typeof userEndpoints.info>;
    expectTypeOf<Answer['openid']>().toEqualTypeOf<string>();
    expectTypeOf<Answer['subscribe']>().toEqualTypeOf<number | undefined>();
    expectTypeOf<Answer['tagid_list']>().toEqualTypeOf<number[] | undefined>();
    expectTypeOf<Answer['anything else']>().toEqualTypeOf<unknown>();
    expectTypeOf<RequestOf<typeof userEndpoints.info>>().toEqualTypeOf<{
      openid: string;
      lang?: 'zh_CN' | 'zh_TW' | 'en' | undefined;
    }>();
  });

  it('customerMessage.send ties the content to its kind', () => {
    type Request = RequestOf<typeof customerMessageEndpoints.send>;
    expectTypeOf<{ touser: string; msgtype: 'text'; text: { content: string } }>().toExtend<Request>();
    expectTypeOf<{ touser: string; msgtype: 'text'; image: { media_id: string } }>().not.toExtend<Request>();
  });

  it('media.upload always has a media_id', () => {
    expectTypeOf<ResponseOf<typeof mediaEndpoints.upload>['media_id']>().toEqualTypeOf<string>();
    expectTypeOf<ResponseOf<typeof mediaEndpoints.get>['bytes']>().toEqualTypeOf<Uint8Array>();
  });

  it('methods without a required field may be called without an argument', () => {
    type Template = EndpointMethods<typeof templateEndpoints>;
    type User = EndpointMethods<typeof userEndpoints>;
    expectTypeOf<Template['listTemplates']>().toBeCallableWith();
    expectTypeOf<User['list']>().toBeCallableWith();
    expectTypeOf<Parameters<User['info']>[0]>().toEqualTypeOf<RequestOf<typeof userEndpoints.info>>();
    expectTypeOf<Parameters<Template['send']>['length']>().toEqualTypeOf<2>();
  });
});

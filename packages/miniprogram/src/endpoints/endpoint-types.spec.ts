import type { RequestOf, ResponseOf } from '@wetempo/core';
import { describe, expectTypeOf, it } from 'vitest';
import type { MiniProgram } from '../mini-program.js';
import type { authEndpoints, subscribeMessageEndpoints, wxacodeEndpoints } from './index.js';

describe('types of the declarations', () => {
  it('code2Session needs the code alone, and knows its answer', () => {
    type Login = MiniProgram['auth']['code2Session'];
    expectTypeOf<{ js_code: string }>().toExtend<Parameters<Login>[0]>();
    expectTypeOf<object>().not.toExtend<Parameters<Login>[0]>();
    type Session = Awaited<ReturnType<Login>>;
    expectTypeOf<Session['session_key']>().toEqualTypeOf<string>();
    expectTypeOf<Session['unionid']>().toEqualTypeOf<string | undefined>();
  });

  it('checkSession takes a session or the proof of one', () => {
    type Request = Parameters<MiniProgram['auth']['checkSession']>[0];
    expectTypeOf<{ openid: string; session_key: string }>().toExtend<Request>();
    expectTypeOf<RequestOf<typeof authEndpoints.checkSession>>().toExtend<Request>();
    expectTypeOf<{ openid: string }>().not.toExtend<Request>();
  });

  it('a phone number is text in each of its parts', () => {
    type Phone = ResponseOf<typeof authEndpoints.getPhoneNumber>['phone_info'];
    expectTypeOf<Phone['phoneNumber']>().toEqualTypeOf<string>();
    expectTypeOf<Phone['countryCode']>().toEqualTypeOf<string>();
  });

  it('subscribeMessage.send knows its fields, and its receipt may lack a msgid', () => {
    type Request = RequestOf<typeof subscribeMessageEndpoints.send>;
    expectTypeOf<Request['data'][string]['value']>().toEqualTypeOf<string>();
    expectTypeOf<{ touser: string; template_id: string }>().not.toExtend<Request>();
    type Receipt = Awaited<ReturnType<MiniProgram['subscribeMessage']['send']>>;
    expectTypeOf<Receipt['status']>().toExtend<'sent' | 'pending'>();
  });

  it('codes are bytes, and methods without a required field need no argument', () => {
    expectTypeOf<ResponseOf<typeof wxacodeEndpoints.getUnlimited>['bytes']>().toEqualTypeOf<Uint8Array>();
    expectTypeOf<MiniProgram['subscribeMessage']['listTemplates']>().toBeCallableWith();
    expectTypeOf<MiniProgram['orderShipping']['isTradeManaged']>().toBeCallableWith();
    expectTypeOf<MiniProgram['quota']['clearAll']>().toBeCallableWith();
  });
});

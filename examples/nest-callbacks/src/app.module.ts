import { type DynamicModule, Module } from '@nestjs/common';
import { WechatMp } from '@wetempo/wechat-mp';
import { WechatMpCallbackModule, WechatMpModule } from '@wetempo/wechat-mp/nestjs';
import { callbackOptions, clientOptions } from './account-options.js';
import { Orders } from './orders.js';
import { Reception } from './reception.js';

@Module({})
export class AppModule {
  static of(env: NodeJS.ProcessEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        WechatMpModule.forRootAsync({ useFactory: () => clientOptions(env) }),
        // Delivery receipts of templates settle what this client has sent.
        WechatMpCallbackModule.forRootAsync({ settles: WechatMp, useFactory: () => callbackOptions(env) }),
      ],
      providers: [Orders, Reception],
    };
  }
}

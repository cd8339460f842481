import { type DynamicModule, Module } from '@nestjs/common';
import { WechatMpModule } from '@wetempo/wechat-mp/nestjs';
import { Greeter } from './greeter.service';

@Module({})
export class AppModule {
  static at(baseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        WechatMpModule.forRoot({
          appId: 'wx0000000000000001',
          appSecret: 'consumer-secret',
          baseUrl,
          sendStore: 'memory',
        }),
      ],
      providers: [Greeter],
    };
  }
}

import { Module } from '@nestjs/common';
import { WechatMpModule } from '@wetempo/wechat-mp/nestjs';
import { clientOptions } from './client-options.js';
import { PushesModule } from './pushes/pushes.module.js';

@Module({
  imports: [
    WechatMpModule.forRootAsync({ useFactory: () => clientOptions(process.env) }),
    PushesModule.forRoot(),
  ],
})
export class AppModule {}

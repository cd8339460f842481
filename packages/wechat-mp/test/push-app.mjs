// A Nest application that works on pushes, in a process of its own. Runs on the built packages, as users do.
import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { WechatMp } from '@wetempo/wechat-mp';
import { PushModule, WechatMpModule } from '@wetempo/wechat-mp/nestjs';

class AppModule {}

const { account, pushes } = JSON.parse(process.argv[2]);
const app = await NestFactory.createApplicationContext(
  {
    module: AppModule,
    imports: [WechatMpModule.forRoot(account), PushModule.forRoot({ ...pushes, client: WechatMp })],
  },
  { logger: false },
);
app.enableShutdownHooks();
process.send('ready');
// The parent's messages would keep the process alive; its end is the end of this one.
process.on('disconnect', () => process.exit(1));

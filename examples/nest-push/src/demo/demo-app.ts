import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { WechatMpOptions } from '@wetempo/wechat-mp';
import { WechatMpModule } from '@wetempo/wechat-mp/nestjs';
import type { PushSettings } from '../pushes/push-settings.js';
import { PushesModule } from '../pushes/pushes.module.js';

class DemoAppModule {}

/** The app of app.module.ts, with options from the demo instead of the environment, on a free port of this machine. */
export async function startDemoApp(
  options: WechatMpOptions,
  settings: Partial<PushSettings>,
): Promise<INestApplication> {
  const module = {
    module: DemoAppModule,
    imports: [WechatMpModule.forRootAsync({ useFactory: () => options }), PushesModule.forRoot(settings)],
  };
  const app = await NestFactory.create(module, { logger: ['error', 'warn'], abortOnError: false });
  await app.listen(0, '127.0.0.1');
  return app;
}

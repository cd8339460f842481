import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { WechatErrors } from './wechat-errors.js';

/** @param port 0: any that is free */
export async function startApp(
  env: NodeJS.ProcessEnv,
  port: number,
  host?: string,
): Promise<INestApplication> {
  const app = await NestFactory.create(AppModule.of(env), { logger: ['warn', 'error'] });
  app.useGlobalFilters(new WechatErrors());
  // Messages under way end before the process goes.
  app.enableShutdownHooks();
  await (host === undefined ? app.listen(port) : app.listen(port, host));
  return app;
}

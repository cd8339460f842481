import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';

const app = await NestFactory.create<NestExpressApplication>(AppModule);
app.useBodyParser('json', { limit: '20mb' });
// A push stops taking lines and finishes what is under way before the process goes.
app.enableShutdownHooks();
await app.listen(process.env.PORT ?? 3000);

import 'reflect-metadata';
import { runDemo } from './demo/run-demo.js';
import { startApp } from './start-app.js';

if (process.env.WECHAT_APPID) await startApp(process.env, Number(process.env.PORT ?? 3000));
else process.exitCode = await runDemo();

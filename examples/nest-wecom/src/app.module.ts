import { type DynamicModule, Module } from '@nestjs/common';
import { GroupRobotModule, WecomCallbackModule, WecomModule } from '@wetempo/wecom/nestjs';
import { appOptions, callbackOptions, robotOptions } from './account-options.js';
import { AlertsController } from './alerts.controller.js';
import { Alerts } from './alerts.js';
import { Approvals } from './approvals.js';

@Module({})
export class AppModule {
  static of(env: NodeJS.ProcessEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        WecomModule.forRootAsync({ useFactory: () => appOptions(env) }),
        GroupRobotModule.forRootAsync({ useFactory: () => robotOptions(env) }),
        WecomCallbackModule.forRootAsync({ useFactory: () => callbackOptions(env) }),
      ],
      controllers: [AlertsController],
      providers: [Alerts, Approvals],
    };
  }
}

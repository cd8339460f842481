import { type DynamicModule, Module } from '@nestjs/common';
import { defaultPushSettings, PUSH_SETTINGS, type PushSettings } from './push-settings.js';
import { PushesController } from './pushes.controller.js';
import { PushesService } from './pushes.service.js';

@Module({})
export class PushesModule {
  static forRoot(settings: Partial<PushSettings> = {}): DynamicModule {
    return {
      module: PushesModule,
      controllers: [PushesController],
      providers: [
        PushesService,
        { provide: PUSH_SETTINGS, useValue: { ...defaultPushSettings, ...settings } },
      ],
    };
  }
}

import { type DynamicModule, Module } from '@nestjs/common';
import { MiniProgramModule } from '@wetempo/miniprogram/nestjs';
import { clientOptions, templateId } from './app-options.js';
import { CommentsController } from './comments/comments.controller.js';
import { ORDER_TEMPLATE, OrderNotices } from './orders/order-notices.js';
import { OrdersController } from './orders/orders.controller.js';
import { Orders } from './orders/orders.js';
import { PeopleController } from './people/people.controller.js';
import { Sessions } from './people/sessions.js';

@Module({})
export class AppModule {
  static of(env: NodeJS.ProcessEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [MiniProgramModule.forRoot(clientOptions(env))],
      controllers: [PeopleController, CommentsController, OrdersController],
      providers: [Sessions, Orders, OrderNotices, { provide: ORDER_TEMPLATE, useValue: templateId(env) }],
    };
  }
}

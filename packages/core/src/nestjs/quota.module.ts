import { type DynamicModule, Module } from '@nestjs/common';
import { HandlerQuota, type HandlerQuotaOptions } from '../rate-limit/guard/index.js';
import {
  type AsyncOptions,
  asyncClientModule,
  type ClientModuleDefinition,
  type NamedOptions,
  type OptionsFactory,
} from './client-module.js';
import { QuotaGuard } from './quota.guard.js';

/** `name` is the quota's own: what has another name is counted apart. */
export type QuotaModuleOptions = HandlerQuotaOptions & Pick<NamedOptions, 'isGlobal'>;
export type QuotaModuleAsyncOptions = Omit<AsyncOptions<HandlerQuotaOptions>, 'name'>;
export type QuotaOptionsFactory = OptionsFactory<HandlerQuotaOptions>;

/**
 * Makes `QuotaGuard` and `HandlerQuota` injectable. The guard stands where you put it: `@UseGuards(QuotaGuard)`, or
 * `{ provide: APP_GUARD, useExisting: QuotaGuard }` for all handlers with `@Quota()`; in one of the two places, since
 * each counts.
 */
@Module({})
export class QuotaModule {
  /** @throws {ConfigError} naming the wrong option, while the application starts */
  static forRoot({ isGlobal, ...options }: QuotaModuleOptions): DynamicModule {
    // By a function: the options may hold a live Redis client, which Nest must not walk through (F140).
    return quotaModule({ isGlobal, useFactory: () => options });
  }

  /** Options from other providers, for example a config service. */
  static forRootAsync(options: QuotaModuleAsyncOptions): DynamicModule {
    return quotaModule(options);
  }
}

function quotaModule(options: QuotaModuleAsyncOptions): DynamicModule {
  const { providers = [], exports = [], ...made } = asyncClientModule(definition(), options);
  return { ...made, providers: [...providers, QuotaGuard], exports: [...exports, QuotaGuard] };
}

function definition(): ClientModuleDefinition<HandlerQuotaOptions, HandlerQuota> {
  return {
    module: QuotaModule,
    clientName: 'HandlerQuota',
    client: HandlerQuota,
    create: (options) => HandlerQuota.open(options),
  };
}

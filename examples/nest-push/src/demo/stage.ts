import type { WechatMpOptions } from '@wetempo/wechat-mp';
import type { PushReport } from '../pushes/push-report.js';
import type { PushSettings } from '../pushes/push-settings.js';
import type { DeliveryCheck } from './delivery-check.js';
import type { LineResult } from './push-client.js';
import type { PushPlan } from './push-record.js';

/** Where a push takes place: before a simulator, or before the real platform. */
export interface Stage {
  /** One line about it for the reader. */
  readonly title: string;
  readonly plan: PushPlan;
  readonly templateId: string;
  readonly clientOptions: WechatMpOptions;
  readonly pushSettings: Partial<PushSettings>;
  /** Of its time, against that of the reader. */
  readonly speed: number;
  /** Called now and then while the push runs. */
  onProgress(report: PushReport): void;
  /** Remembers how far the push is, for the next run. */
  save(finished: boolean): void;
  /**
   * @param perPerson messages that were asked of the platform in this run
   * @param startedAt epoch milliseconds of the reader's clock
   */
  leastTimeMs(perPerson: ReadonlyMap<string, number>, startedAt: number): number;
  check(lines: readonly LineResult[]): DeliveryCheck | undefined;
  close(): void;
}

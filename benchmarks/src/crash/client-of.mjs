import { WechatMp } from '@wetempo/wechat-mp';

/** A claim lasts as long as an attempt may take and some seconds: what a killed process held is free that much later. */
const timeoutMs = 2_000;
const deadlineMs = 120_000;

/** What every process of a run opens, but for who it is. */
export function clientOf({ baseUrl, appId, appSecret, redisUrl, sendStore }) {
  return new WechatMp({ baseUrl, appId, appSecret, redis: redisUrl, sendStore, timeoutMs, deadlineMs });
}

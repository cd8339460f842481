import { randomBytes } from 'node:crypto';
import { isRecord } from '../options/checks.js';
import { fields, refuse } from '../server/answer.js';
import type { JsonObject } from '../server/incoming-request.js';
import { type Route, withToken } from '../server/route.js';

const DEFAULT_EXPIRE_SECONDS = 60;
const MAX_EXPIRE_SECONDS = 2_592_000;
const MAX_SCENE_CHARACTERS = 64;

/** QR codes with parameters: https://developers.weixin.qq.com/doc/offiaccount/Account_Management/Generating_a_Parametric_QR_Code.html */
export const qrcodeRoutes: readonly Route[] = [
  withToken('POST', '/cgi-bin/qrcode/create', ({ body }) => {
    const action = String(body.action_name);
    if (!/^QR_(LIMIT_)?(STR_)?SCENE$/.test(action)) return refuse(40052);
    const scene = sceneOf(body);
    if (scene === undefined) return refuse(40053);
    if (!isScene(scene, action)) return refuse(40129);
    const ticket = randomBytes(60).toString('base64url');
    const url = `http://weixin.qq.com/q/${randomBytes(16).toString('base64url')}`;
    if (action.includes('LIMIT')) return fields({ ticket, url });
    return fields({ ticket, expire_seconds: expireSeconds(body.expire_seconds), url });
  }),
];

function sceneOf(body: JsonObject): JsonObject | undefined {
  const info = body.action_info;
  return isRecord(info) && isRecord(info.scene) ? info.scene : undefined;
}

function isScene(scene: JsonObject, action: string): boolean {
  const { scene_id: id, scene_str: text } = scene;
  if (action.includes('STR'))
    return typeof text === 'string' && text !== '' && text.length <= MAX_SCENE_CHARACTERS;
  const max = action.includes('LIMIT') ? 100_000 : 4_294_967_295;
  return typeof id === 'number' && Number.isInteger(id) && id >= 1 && id <= max;
}

function expireSeconds(asked: unknown): number {
  if (typeof asked !== 'number') return DEFAULT_EXPIRE_SECONDS;
  return Math.min(Math.max(1, asked), MAX_EXPIRE_SECONDS);
}

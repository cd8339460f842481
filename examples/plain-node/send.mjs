import { WechatMp } from '@wetempo/wechat-mp';

const { WECHAT_APPID: appId, WECHAT_SECRET: appSecret, WECHAT_BASE_URL: baseUrl } = process.env;
const [touser, template_id] = process.argv.slice(2);

const mp = new WechatMp({ appId, appSecret, baseUrl });
const message = { touser, template_id, data: { thing1: { value: '您的订单已备好' } } };
const receipt = await mp.template.send(message, { requestId: 'order-1024-ready' });
console.log(`sent as ${receipt.msgid}`);
await mp.close();

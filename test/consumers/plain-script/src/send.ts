import { WechatMp } from '@wetempo/wechat-mp';

const [, , baseUrl] = process.argv;
if (baseUrl === undefined) throw new Error('usage: send.js BASE_URL');

const mp = new WechatMp({
  appId: 'wx0000000000000001',
  appSecret: 'consumer-secret',
  baseUrl,
  sendStore: 'memory',
});
const receipt = await mp.template.send(
  {
    touser: 'oConsumerProject000000000001',
    template_id: 'ORDER_READY',
    data: { thing1: { value: '您的订单已备好' } },
  },
  { requestId: 'order-1' },
);
console.log(receipt.status, receipt.msgid);
await mp.close();

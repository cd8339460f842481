// One of several processes that push the same messages. Runs on the built package, as users do.
import { startPush } from '@wetempo/core/push';
import { templateEndpoints, WechatMp } from '@wetempo/wechat-mp';

function* items(count) {
  for (let n = 1; n <= count; n += 1) {
    const touser = `oTEST${String(n).padStart(23, '0')}`;
    const request = { touser, template_id: 'TEMPLATE-1', data: { thing1: { value: '测试' } } };
    yield { requestId: `m-${n}`, request };
  }
}

process.once('message', async ({ options, count }) => {
  const mp = new WechatMp(options);
  await mp.ready();
  process.send('ready');
  process.once('message', async () => {
    const plan = { id: 'spring', endpoint: templateEndpoints.send, items: items(count) };
    const report = await startPush(mp, plan).finished();
    await mp.close();
    process.send(report, () => process.disconnect());
  });
});

// A worker of pushes in a process of its own, which can be killed. Runs on the built package, as users do.
import { PushWorker } from '@wetempo/core/push';
import { WechatMp } from '@wetempo/wechat-mp';

const { client, worker } = JSON.parse(process.argv[2]);
const mp = new WechatMp(client);
await mp.ready();
const running = new PushWorker(mp, worker);
await running.run();
process.send('running');
process.once('disconnect', () => process.exit());

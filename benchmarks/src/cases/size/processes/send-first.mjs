// An empty process up to its first message: loads a sender, makes it, and sends once. Prints what that took.
//   node send-first.mjs SENDER TARGET
import { messageOf } from '../../../message.mjs';
import { senders } from '../senders.mjs';

const [name, target] = process.argv.slice(2);

const startedAt = performance.now();
const before = process.cpuUsage();
const { open } = await senders[name].load();
const sender = await open(JSON.parse(target));
await sender.send(messageOf(1), `first-${process.pid}`);
const { user, system } = process.cpuUsage(before);
const wallMs = performance.now() - startedAt;
await sender.close();
console.log(JSON.stringify({ cpuUs: user + system, wallMs }));

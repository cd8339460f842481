import { DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { messageOf } from '../../message.mjs';
import { appIdOf } from '../callers/app-id.mjs';

const paths = { template: '/cgi-bin/message/template/send', customer: '/cgi-bin/message/custom/send' };

/** The platform with an account for each run, on which the same faults happen to the same messages. */
export class FaultyPlatform {
  #simulator;
  #accounts;
  #plan;
  #used = 0;

  static async start(runs, plan) {
    const accounts = Array.from({ length: runs }, (_, n) => ({
      appId: appIdOf(n),
      appSecret: DEFAULT_APP_SECRET,
      replyWindow: 'open',
    }));
    return new FaultyPlatform(await startSimulator({ accounts, log: false }), accounts, plan);
  }

  constructor(simulator, accounts, plan) {
    this.#simulator = simulator;
    this.#accounts = accounts;
    this.#plan = plan;
  }

  /** Takes the faults of the run before away and puts those of the next one in its place. */
  prepare(kind) {
    const { appId, appSecret } = this.#accounts[this.#used];
    this.#used += 1;
    this.#simulator.faults.clear();
    for (const { n, fault } of this.#plan) {
      this.#simulator.faults.add({ ...fault, appId, path: paths[kind], openid: messageOf(n).touser });
    }
    return { appId, appSecret, baseUrl: this.#simulator.url };
  }

  /** The recipients of all deliveries of a run: one that got two messages twice. */
  recipientsOf(appId, kind) {
    const isOfRun = (delivery) => delivery.appId === appId && delivery.path === paths[kind];
    return this.#simulator.deliveriesOf(isOfRun).map(({ openid }) => openid);
  }

  close() {
    return this.#simulator.close();
  }
}

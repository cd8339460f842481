import { DEFAULT_APP_SECRET, startSimulator } from '@wetempo/simulator';
import { appIdOf } from '../callers/app-id.mjs';

const tokenPaths = ['/cgi-bin/token', '/cgi-bin/stable_token'];
const tokenErrcodes = [40001, 40014, 42001];
/** Long enough for every call of a burst to begin before the first token is there. */
const latencyMs = 20;

/** The platform with an account for each run, so that no run finds a token of another one. */
export class TokenPlatform {
  #simulator;
  #accounts;
  #used = 0;

  static async start(count) {
    const accounts = Array.from({ length: count }, (_, n) => ({
      appId: appIdOf(n),
      appSecret: DEFAULT_APP_SECRET,
    }));
    return new TokenPlatform(await startSimulator({ accounts, latencyMs }), accounts);
  }

  constructor(simulator, accounts) {
    this.#simulator = simulator;
    this.#accounts = accounts;
  }

  nextAccount() {
    const account = this.#accounts[this.#used];
    this.#used += 1;
    return { ...account, baseUrl: this.#simulator.url };
  }

  revoke(appId) {
    this.#simulator.tokens.revoke(appId);
  }

  /** What it saw of one account until now. */
  figuresOf(appId) {
    const requests = this.#simulator.requests.filter((request) => request.appId === appId);
    const openids = this.#simulator
      .deliveriesOf((delivery) => delivery.appId === appId)
      .map(({ openid }) => openid);
    return {
      fetches: requests.filter(({ path }) => tokenPaths.includes(path)).length,
      refused: requests.filter(({ errcode }) => tokenErrcodes.includes(errcode)).length,
      delivered: new Set(openids).size,
    };
  }

  close() {
    return this.#simulator.close();
  }
}

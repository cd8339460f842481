import { DEFAULT_AGENT_ID, DEFAULT_CORP_ID, DEFAULT_CORP_SECRET, type Simulator } from '../../src/index.js';

export const CORP_SEND = '/cgi-bin/message/send';

type Query = Readonly<Record<string, string>>;
type Answer = Record<string, unknown> & { errcode?: number; errmsg?: string };

/** A caller of WeCom as plain as can be. */
export class CorpCaller {
  readonly #simulator: Simulator;
  readonly #secret: string;
  readonly agentId: number;

  constructor(simulator: Simulator, agentId = DEFAULT_AGENT_ID, secret = DEFAULT_CORP_SECRET) {
    this.#simulator = simulator;
    this.agentId = agentId;
    this.#secret = secret;
  }

  async get(path: string, query: Query = {}): Promise<Answer> {
    const response = await fetch(`${this.#simulator.url}${path}?${new URLSearchParams(query)}`);
    return response.json() as Promise<Answer>;
  }

  async post(path: string, body: string | object | FormData, query: Query = {}): Promise<Answer> {
    const response = await fetch(`${this.#simulator.url}${path}?${new URLSearchParams(query)}`, {
      method: 'POST',
      body: typeof body === 'string' || body instanceof FormData ? body : JSON.stringify(body),
    });
    return response.json() as Promise<Answer>;
  }

  fetchToken(query: Query = {}): Promise<Answer> {
    return this.get('/cgi-bin/gettoken', { corpid: DEFAULT_CORP_ID, corpsecret: this.#secret, ...query });
  }

  async token(): Promise<string> {
    return String((await this.fetchToken()).access_token);
  }

  async ask(path: string, query: Query = {}): Promise<Answer> {
    return this.get(path, { access_token: await this.token(), ...query });
  }

  async tell(path: string, body: string | object | FormData, query: Query = {}): Promise<Answer> {
    return this.post(path, body, { access_token: await this.token(), ...query });
  }

  send(changes: object = {}): Promise<Answer> {
    return this.tell(CORP_SEND, this.message(changes));
  }

  message(changes: object = {}): object {
    return {
      touser: 'zhangsan',
      msgtype: 'text',
      agentid: this.agentId,
      text: { content: '您好' },
      ...changes,
    };
  }
}

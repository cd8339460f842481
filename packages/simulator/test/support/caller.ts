import { DEFAULT_APP_ID, DEFAULT_APP_SECRET, type Simulator } from '../../src/index.js';

export const APP_ID = DEFAULT_APP_ID;
export const OPENID = 'oTEST000000000000000000001';
export const SEND = '/cgi-bin/message/template/send';

type Query = Readonly<Record<string, string>>;
type Answer = Record<string, unknown> & { errcode?: number; errmsg?: string };

/** A caller as plain as can be: what it gets is what the simulator sent. */
export class Caller {
  readonly #simulator: Simulator;
  readonly #secret: string;
  readonly appId: string;

  constructor(simulator: Simulator, appId = APP_ID, secret = DEFAULT_APP_SECRET) {
    this.#simulator = simulator;
    this.appId = appId;
    this.#secret = secret;
  }

  raw(path: string, query: Query = {}, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#simulator.url}${path}?${new URLSearchParams(query)}`, init);
  }

  async get(path: string, query: Query = {}): Promise<Answer> {
    return (await this.raw(path, query)).json() as Promise<Answer>;
  }

  async post(path: string, body: unknown, query: Query = {}): Promise<Answer> {
    const response = await this.raw(path, query, { method: 'POST', body: JSON.stringify(body) });
    return response.json() as Promise<Answer>;
  }

  fetchClassic(query: Query = {}): Promise<Answer> {
    return this.get('/cgi-bin/token', {
      grant_type: 'client_credential',
      appid: this.appId,
      secret: this.#secret,
      ...query,
    });
  }

  fetchStable(body: object = {}): Promise<Answer> {
    return this.post('/cgi-bin/stable_token', {
      grant_type: 'client_credential',
      appid: this.appId,
      secret: this.#secret,
      ...body,
    });
  }

  async classicToken(): Promise<string> {
    return String((await this.fetchClassic()).access_token);
  }

  async stableToken(body: object = {}): Promise<string> {
    return String((await this.fetchStable(body)).access_token);
  }

  /** Gets with a good token. */
  async ask(path: string, query: Query = {}): Promise<Answer> {
    return this.get(path, { access_token: await this.stableToken(), ...query });
  }

  /** Posts with a good token. */
  async tell(path: string, body: unknown, query: Query = {}): Promise<Answer> {
    return this.post(path, body, { access_token: await this.stableToken(), ...query });
  }

  /** Sends a template message with a good token; `changes` replaces members of the body. */
  send(changes: object = {}): Promise<Answer> {
    return this.tell(SEND, message(changes));
  }

  /** What a token is good for: the errcode of a harmless call with it. */
  async errcodeWith(token: string): Promise<number> {
    return (await this.get('/cgi-bin/tags/get', { access_token: token })).errcode ?? 0;
  }
}

export function message(changes: object = {}): object {
  return {
    touser: OPENID,
    template_id: 'TEMPLATE-ID-1',
    data: { thing1: { value: '示例商品' } },
    ...changes,
  };
}

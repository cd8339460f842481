interface Answered {
  readonly status: number;
  readonly body: Readonly<Record<string, string>>;
}

/** What the mini program on somebody's phone asks of the app. */
export class ShopVisitor {
  readonly #url: string;
  #token = '';

  constructor(url: string) {
    this.#url = url;
  }

  /** @param code of `wx.login` */
  async login(code: string): Promise<Answered> {
    const answered = await this.post('/login', { code });
    this.#token = answered.body.token ?? this.#token;
    return answered;
  }

  async post(path: string, body: object = {}): Promise<Answered> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.#token}` };
    const answer = await fetch(this.#url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: answer.status, body: (await answer.json()) as Answered['body'] };
  }

  /** Orders something and answers the number of the order. */
  async order(item: string): Promise<string> {
    return (await this.post('/orders', { item })).body.id ?? '';
  }

  /** What the payment service says, and what came of it. */
  async paid(id: string): Promise<string> {
    const { status, body } = await this.post(`/orders/${id}/paid`);
    return body.notice ?? `HTTP ${status}`;
  }
}

declare module 'express' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  type Middleware = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
  interface BodyOptions {
    readonly type?: () => boolean;
    readonly extended?: boolean;
  }
  interface Express extends Middleware {
    use(path: string, ...middleware: Middleware[]): Express;
  }
  /** The little that tests need of it. */
  const express: {
    (): Express;
    json(options?: BodyOptions): Middleware;
    text(options?: BodyOptions): Middleware;
    urlencoded(options?: BodyOptions): Middleware;
  };
  export default express;
}

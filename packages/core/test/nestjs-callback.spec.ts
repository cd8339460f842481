import 'reflect-metadata';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  Inject,
  Injectable,
  Module,
  type NestApplicationOptions,
  type NestInterceptor,
  type OnApplicationShutdown,
  type PipeTransform,
  Post,
  Scope,
  type Type,
  VersioningType,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import { ExpressAdapter, type NestExpressApplication } from '@nestjs/platform-express';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import express from 'express';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type AnyHandler,
  anyHandlerDecorator,
  asyncCallbackModule,
  type CallbackModuleDefinition,
  callbackModule,
  clientToken,
  namedHandlerDecorator,
  type OptionsFactory,
} from '../src/nestjs/index.js';

interface ProbeOptions {
  readonly account?: string;
  readonly redis?: object;
}

/** Hears what comes in, byte for byte, and looks no further: what is checked here is the way through the application. */
class Probe {
  readonly requests: { method: string; url: string; body: string }[] = [];
  readonly handlers: [string, AnyHandler][] = [];
  readonly settled: object[] = [];
  readyCount = 0;
  closedCount = 0;

  constructor(readonly options: ProbeOptions) {}
  onMessage(name: string, handler: AnyHandler) {
    this.handlers.push([`message ${name}`, handler]);
  }
  onEvent(name: string, handler: AnyHandler) {
    this.handlers.push([`event ${name}`, handler]);
  }
  onCommand(name: string, handler: AnyHandler) {
    this.handlers.push([`command ${name}`, handler]);
  }
  onAny(handler: AnyHandler) {
    this.handlers.push(['any', handler]);
  }
  requestHandler() {
    return async (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk);
      const { method = '', url = '' } = request;
      const body = Buffer.concat(chunks);
      this.requests.push({ method, url, body: body.toString() });
      response.end(`got ${body.byteLength}`);
    };
  }
  async ready() {
    this.readyCount += 1;
  }
  async close() {
    this.closedCount += 1;
  }
}

class Settler {}

@Module({})
class ProbeModule {}

const definition: CallbackModuleDefinition<ProbeOptions, Probe> = {
  module: ProbeModule,
  platform: 'Probe',
  receiver: Probe,
  accountOf: ({ account = 'one' }) => account,
  create: (options) => new Probe(options),
  settling: { clientName: 'Settler', settle: (probe, client) => probe.settled.push(client) },
};
const path = 'wechat/callback';
const probeModule = (options: Partial<Parameters<typeof callbackModule<ProbeOptions, Probe>>[1]> = {}) =>
  callbackModule(definition, { path, ...options });
const OnMessage = namedHandlerDecorator('Probe', 'message');
const OnEvent = namedHandlerDecorator('Probe', 'event');
const OnCommand = namedHandlerDecorator('Probe', 'command');
const OnAny = anyHandlerDecorator('Probe');
const OnOtherEvent = namedHandlerDecorator('Other', 'event');

const xml = '<xml><Content><![CDATA[茶]]></Content><MsgId>9007199254740993</MsgId></xml>';
const json = '{"MsgId":9007199254740993,"MsgType":"text"}';
const bodies: readonly [type: string | undefined, body: string][] = [
  ['text/xml', xml],
  ['application/xml; charset=utf-8', xml],
  ['application/json', json],
  ['application/json', '{ not JSON'],
  [undefined, xml],
  ['application/x-www-form-urlencoded', xml],
  ['multipart/form-data', xml],
  ['nonsense', xml],
];

function appOf(imports: NonNullable<Parameters<typeof Module>[0]['imports']>, providers: Type[] = []): Type {
  @Module({ imports, providers })
  class AppModule {}
  return AppModule;
}

async function expressApp(module: Type, options: NestApplicationOptions = {}) {
  const app = await NestFactory.create<NestExpressApplication>(module, {
    logger: false,
    abortOnError: false,
    ...options,
  });
  onTestFinished(() => app.close());
  return app;
}

async function fastifyApp(module: Type, options: NestApplicationOptions = {}) {
  const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), {
    logger: false,
    abortOnError: false,
    ...options,
  });
  onTestFinished(() => app.close());
  return app;
}

/** By Node's own client, which adds no content type. */
async function post(port: number, target: string, type?: string, body = xml, method = 'POST') {
  const headers = type === undefined ? {} : { 'content-type': type };
  const request = send({ port, host: '127.0.0.1', path: target, method, headers }).end(body);
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode, text };
}

async function listen(app: NestExpressApplication | NestFastifyApplication): Promise<number> {
  await app.listen(0, '127.0.0.1');
  return (app.getHttpServer().address() as AddressInfo).port;
}

const query = '?signature=ab%20c&nonce=%2B&timestamp=1';

describe('the address of callbacks', () => {
  const middleware = (app: NestExpressApplication | NestFastifyApplication) => {
    app.use(express.text({ type: () => true }));
    app.use(express.json());
    app.use(express.urlencoded({ extended: true }));
  };
  it.each([
    ['Express', expressApp, {}, () => {}],
    ['Express with rawBody', expressApp, { rawBody: true }, () => {}],
    ['Express without body parsers', expressApp, { bodyParser: false }, () => {}],
    ['Express with parsers for anything', expressApp, {}, middleware],
    ['Fastify', fastifyApp, {}, () => {}],
    ['Fastify with rawBody', fastifyApp, { rawBody: true }, () => {}],
    ['Fastify without body parsers', fastifyApp, { bodyParser: false }, () => {}],
    ['Fastify with middleware that reads bodies', fastifyApp, {}, middleware],
  ] as const)('F109: gets the bytes that came under any content type: %s', async (_, start, options, set) => {
    const app = await start(appOf([probeModule()]), options);
    set(app);
    const port = await listen(app);
    for (const [type, body] of bodies) {
      const answer = await post(port, `/${path}${query}`, type, body);
      expect(answer).toEqual({ status: 200, text: `got ${Buffer.byteLength(body)}` });
    }
    const { requests } = app.get(Probe);
    expect(requests.map(({ body }) => body)).toEqual(bodies.map(([, body]) => body));
    expect(new Set(requests.map(({ url }) => url))).toEqual(new Set([`/${path}${query}`]));
  });

  it.each([
    ['Express', expressApp],
    ['Fastify', fastifyApp],
  ] as const)(
    'stands below a global prefix as well, whatever is set for all routes: %s',
    async (_, start) => {
      const app = await start(appOf([probeModule()]));
      app.setGlobalPrefix('api');
      app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
      app.useGlobalGuards({ canActivate: () => false } satisfies CanActivate);
      app.useGlobalPipes({
        transform: () => {
          throw new Error('no pipe');
        },
      } satisfies PipeTransform);
      app.useGlobalInterceptors({
        intercept: () => {
          throw new Error('no interceptor');
        },
      } satisfies NestInterceptor);
      @Catch()
      class AnyFilter implements ExceptionFilter {
        catch() {}
      }
      app.useGlobalFilters(new AnyFilter());
      const port = await listen(app);
      for (const target of [`/api/${path}`, `/${path}`, `/${path}/`, `http://shop.example/api/${path}`]) {
        expect(await post(port, `${target}${query}`, 'text/xml')).toMatchObject({ status: 200 });
      }
      expect(await post(port, `/${path}${query}`, undefined, '', 'GET')).toMatchObject({ text: 'got 0' });
      expect(app.get(Probe).requests).toHaveLength(5);
    },
  );

  it.each([
    ['Express', expressApp],
    ['Fastify', fastifyApp],
  ] as const)('leaves every other address to the application: %s', async (_, start) => {
    @Controller()
    class Orders {
      @Post('wechat/callback/orders')
      create() {
        return 'order';
      }
    }
    @Module({ imports: [probeModule()], controllers: [Orders] })
    class AppModule {}
    const port = await listen(await start(AppModule));
    expect(await post(port, `/${path}/orders`, 'application/json', '{}')).toEqual({
      status: 201,
      text: 'order',
    });
    expect(await post(port, '/wechat', 'application/json', '{}')).toMatchObject({ status: 404 });
  });

  it('is there for `inject` of Fastify, which has no server', async () => {
    const app = await fastifyApp(appOf([probeModule()]));
    await app.init();
    for (const [type, body] of bodies) {
      const headers = type === undefined ? {} : { 'content-type': type };
      const answer = await app.inject({ method: 'POST', url: `/${path}${query}`, headers, payload: body });
      expect([answer.statusCode, answer.payload]).toEqual([200, `got ${Buffer.byteLength(body)}`]);
    }
  });

  it('is there on servers that the application makes itself', async () => {
    const instance = express();
    const app = await NestFactory.create(appOf([probeModule()]), new ExpressAdapter(instance), {
      logger: false,
    });
    await app.init();
    const server = createServer(instance).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(async () => {
      server.close();
      await app.close();
    });
    const { port } = server.address() as AddressInfo;
    expect(await post(port, `/${path}`, 'text/xml')).toMatchObject({ status: 200 });
  });

  it.each(['', '/a b', 'callback?x=1', 'callback/:id', 'callback/*', undefined])(
    'is a plain path: %j is refused while the application starts',
    async (wrong) => {
      const module = callbackModule(definition, { path: wrong as string });
      await expect(expressApp(appOf([module]))).rejects.toThrow(/^ProbeModule: path: must be a path/);
    },
  );
});

describe('handlers of callbacks', () => {
  const heard: unknown[] = [];

  @Injectable()
  class Bot {
    readonly #greeting = 'hello';
    @OnMessage('text')
    @OnEvent('subscribe')
    greet(message: object) {
      heard.push([this.#greeting, message]);
    }
    @OnMessage('image', { name: 'shop' })
    look() {}
    @OnAny()
    rest() {}
    @OnOtherEvent('subscribe')
    ofAnotherPlatform() {}
  }

  @Controller()
  class Front extends Bot {
    // Not marked itself, so no handler any more.
    override rest() {}
    @OnCommand('suite_ticket')
    ticket() {}
  }

  const namesOf = (probe: Probe) => probe.handlers.map(([name]) => name).sort();

  it('are methods of any provider or controller, called as such, for the account that they name', async () => {
    @Module({
      imports: [probeModule(), probeModule({ name: 'shop', path: 'shop', account: 'two' })],
      providers: [Bot, { provide: 'ALIAS', useExisting: Bot }],
      controllers: [Front],
    })
    class AppModule {}
    const app = await expressApp(AppModule);
    await app.init();
    const probe = app.get(Probe);
    const shop = app.get<Probe>(clientToken('Probe', 'shop'));
    expect(namesOf(probe)).toEqual([
      'any',
      'command suite_ticket',
      'event subscribe',
      'event subscribe',
      'message text',
      'message text',
    ]);
    expect(namesOf(shop)).toEqual(['message image', 'message image']);
    expect([probe.readyCount, shop.readyCount]).toEqual([1, 1]);
    const [, handler] = probe.handlers[0] ?? [];
    // biome-ignore lint/suspicious/noExplicitAny: what a handler is given does not matter here
    void handler?.('a message' as any, undefined as any);
    expect(heard).toEqual([['hello', 'a message']]);
  });

  it('are called once where two modules list their class', async () => {
    @Module({ providers: [Bot] })
    class Feature {}
    @Module({ imports: [probeModule(), probeModule({ name: 'shop', path: 'b' }), Feature], providers: [Bot] })
    class AppModule {}
    const app = await expressApp(AppModule);
    await app.init();
    expect(namesOf(app.get(Probe))).toEqual(['any', 'event subscribe', 'message text']);
  });

  @Injectable({ scope: Scope.REQUEST })
  class OfRequest {
    @OnMessage('text')
    answer() {}
  }
  @Injectable()
  class OfScopedDependency {
    constructor(@Inject(OfRequest) readonly scoped: OfRequest) {}
    @OnMessage('text')
    answer() {}
  }
  @Injectable({ scope: Scope.TRANSIENT })
  class Transient {
    @OnMessage('text')
    answer() {}
  }

  it.each([
    [OfRequest, 'request-scoped'],
    [OfScopedDependency, 'request-scoped'],
    [Transient, 'transient'],
  ])('are refused while the application starts where there is no one instance: %o', async (type, kind) => {
    @Injectable({ scope: Scope.REQUEST })
    class Plain {}
    const providers = type === OfScopedDependency ? [type, { provide: OfRequest, useClass: Plain }] : [type];
    @Module({ imports: [probeModule()], providers })
    class AppModule {}
    const app = await expressApp(AppModule);
    await expect(app.init()).rejects.toThrow(
      `${type.name}.answer handles callbacks, but its class is ${kind}`,
    );
  });

  it('name an account that there is', async () => {
    const app = await expressApp(appOf([probeModule({ name: 'club' })], [Bot]));
    await expect(app.init()).rejects.toThrow(
      'handles callbacks of an account without a name; there is: named "club"',
    );
  });
});

describe('the callback module', () => {
  it('F139: has one receiver for an account however often it is imported, and closes it once', async () => {
    const shared = probeModule();
    @Module({ imports: [shared] })
    class A {}
    @Module({ imports: [shared, probeModule()] })
    class B {}
    const app = await expressApp(appOf([A, B, probeModule()]));
    const port = await listen(app);
    const probe = app.get(Probe);
    await post(port, `/${path}`);
    expect(probe.requests).toHaveLength(1);
    expect(probe.readyCount).toBe(1);
    await app.close();
    expect(probe.closedCount).toBeGreaterThan(0);
  });

  it.each([
    [[probeModule(), probeModule({ account: 'two', path: 'b' })], /two ProbeModules are without a name/],
    [[probeModule(), probeModule({ name: 'b', account: 'two' })], /the path \/wechat\/callback is given to/],
  ])('refuses two accounts under one name or path', async (modules, message) => {
    await expect(expressApp(appOf(modules))).rejects.toThrow(message);
  });

  it('F141: takes its options from other providers', async () => {
    @Module({ providers: [{ provide: 'ACCOUNT', useValue: 'from config' }], exports: ['ACCOUNT'] })
    class Settings {}
    @Injectable()
    class Factory implements OptionsFactory<ProbeOptions & { path: string }> {
      createOptions() {
        return { path, account: 'from class' };
      }
    }
    @Module({ providers: [Factory], exports: [Factory] })
    class FactoryModule {}
    const ways = [
      asyncCallbackModule(definition, {
        imports: [Settings],
        inject: ['ACCOUNT'],
        useFactory: async (account: string) => ({ path, account }),
      }),
      asyncCallbackModule(definition, { useClass: Factory }),
      asyncCallbackModule(definition, { imports: [FactoryModule], useExisting: Factory }),
    ];
    const accounts: unknown[] = [];
    for (const way of ways) {
      const app = await expressApp(appOf([way]));
      const port = await listen(app);
      expect(await post(port, `/${path}`)).toMatchObject({ status: 200 });
      accounts.push(app.get(Probe).options);
    }
    expect(accounts).toEqual([
      { account: 'from config' },
      { account: 'from class' },
      { account: 'from class' },
    ]);
    expect(() => asyncCallbackModule(definition, {})).toThrow(/^ProbeModule\.forRootAsync: give exactly one/);
  });

  it('F140: does not walk through a live object in its options', async () => {
    const redis = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('walked through');
        },
      },
    );
    const app = await expressApp(appOf([probeModule({ redis })]));
    expect(app.get(Probe).options.redis).toBe(redis);
  });

  it.each([
    [true as const, 'shop'],
    [Settler, undefined],
  ])('settles the sends of the client that `settles` names: %o', async (settles, name) => {
    const client = new Settler();
    @Module({
      providers: [
        { provide: Settler, useValue: client },
        { provide: clientToken('Settler', 'shop'), useValue: client },
      ],
      exports: [Settler, clientToken('Settler', 'shop')],
    })
    class Clients {}
    const module = callbackModule(definition, { path, settles, name });
    const app = await expressApp(appOf([{ ...module, imports: [Clients] }]));
    expect(app.get<Probe>(clientToken('Probe', name)).settled).toEqual([client]);
  });

  it('F136: closes before the clients do, and a receiver that cannot leaves the other hooks their turn', async () => {
    const order: string[] = [];
    @Injectable()
    class Client implements OnApplicationShutdown {
      constructor(@Inject(Probe) probe: Probe) {
        probe.close = async () => {
          order.push('receiver');
          throw new Error('no');
        };
      }
      onApplicationShutdown() {
        order.push('client');
      }
    }
    const app = await expressApp(appOf([probeModule()], [Client]));
    await app.init();
    await expect(app.close()).resolves.toBeUndefined();
    expect(order.at(-1)).toBe('client');
    expect(order[0]).toBe('receiver');
  });

  it('F142: opens and closes with an application that is a microservice as well, or that has no server', async () => {
    const app = await expressApp(appOf([probeModule()]));
    app.connectMicroservice({ strategy: new IdleTransport() });
    await app.startAllMicroservices();
    const port = await listen(app);
    expect(await post(port, `/${path}`)).toMatchObject({ status: 200 });
    const probe = app.get(Probe);
    await expect(app.close()).resolves.toBeUndefined();
    expect(probe.closedCount).toBeGreaterThan(0);

    const worker = await NestFactory.createApplicationContext(appOf([probeModule()]), { logger: false });
    expect(worker.get(Probe).readyCount).toBe(1);
    await expect(worker.close()).resolves.toBeUndefined();
  });
});

/** A transport that has nothing to listen to. */
class IdleTransport extends Server implements CustomTransportStrategy {
  listen(callback: () => void) {
    callback();
  }
  close() {}
  on() {}
  unwrap<T>(): T {
    throw new Error('there is nothing inside');
  }
}

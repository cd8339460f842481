import { describe, expect, it } from 'vitest';
import { startSimulator } from '../start-simulator.js';
import { SimulatorOptionError } from './option-error.js';

const account = { appId: 'wx1', appSecret: 's' };
const agent = { agentId: 1, corpSecret: 's' };
const corp = { corpId: 'ww1', agents: [agent] };

const WRONG: readonly [path: string, options: unknown][] = [
  ['options', null],
  ['prot', { prot: 1 }],
  ['port', { port: -1 }],
  ['port', { port: '8080' }],
  ['latencyMs', { latencyMs: [5, 1] }],
  ['clock.speed', { clock: { speed: -1 } }],
  ['clock.source', { clock: { source: {} } }],
  ['seed', { seed: 1.5 }],
  ['limits.perEndpointPerDay[cgi-bin/token]', { limits: { perEndpointPerDay: { 'cgi-bin/token': 1 } } }],
  ['limits.perEndpointPerMinute[/a]', { limits: { perEndpointPerMinute: { '/a': -1 } } }],
  ['limits.perEndpointWindow[a]', { limits: { perEndpointWindow: { a: { max: 1, windowMs: 1 } } } }],
  ['limits.perEndpointWindow[/a].max', { limits: { perEndpointWindow: { '/a': { windowMs: 1 } } } }],
  [
    'limits.perEndpointWindow[/a].windowMs',
    { limits: { perEndpointWindow: { '/a': { max: 1, windowMs: 0 } } } },
  ],
  [
    'limits.perEndpointWindow[/a].counts',
    { limits: { perEndpointWindow: { '/a': { max: 1, windowMs: 1, counts: 'often' } } } },
  ],
  [
    'limits.perEndpointWindow[/a].answer',
    { limits: { perEndpointWindow: { '/a': { max: 1, windowMs: 1, answer: 45033 } } } },
  ],
  ['limits.perEndpointConcurrency[/a]', { limits: { perEndpointConcurrency: { '/a': -1 } } }],
  ['limits.gatewayWindow.max', { limits: { gatewayWindow: { windowMs: 500 } } }],
  ['limits.gatewayWindow.answer', { limits: { gatewayWindow: { max: 1, windowMs: 500, answer: 429 } } }],
  ['limits.gatewayWindow', { limits: { gatewayPerSecond: 1, gatewayWindow: { max: 1, windowMs: 500 } } }],
  ['limits.gatewayHeaders', { limits: { gatewayHeaders: true } }],
  ['limits.gatewayRetryAfter', { limits: { gatewayRetryAfter: 'soon' } }],
  ['limits.perMonth', { limits: { perMonth: 1 } }],
  ['tokens.wrongSecretErrcode', { tokens: { wrongSecretErrcode: 1 } }],
  ['duplicateAnswer', { duplicateAnswer: 0 }],
  ['firstMsgid', { firstMsgid: 'x1' }],
  ['accounts', { accounts: [] }],
  ['accounts[0].appSecret', { accounts: [{ appId: 'wx1' }] }],
  ['accounts[1].appId', { accounts: [account, account] }],
  ['accounts[0].followers', { accounts: [{ ...account, followers: 7 }] }],
  ['accounts[0].templates[1].id', { accounts: [{ ...account, templates: ['T1', { title: 'x' }] }] }],
  ['accounts[0].callback.url', { accounts: [{ ...account, callback: { url: 'wx', token: 't' } }] }],
  [
    'accounts[0].callback.encodingAesKey',
    { accounts: [{ ...account, callback: { url: 'http://h', token: 't', mode: 'safe' } }] },
  ],
  ['accounts[0].pages[0]', { accounts: [{ ...account, pages: [''] }] }],
  ['corps', { corps: [] }],
  ['corps[0].agents', { corps: [{ corpId: 'ww1' }] }],
  ['corps[0].agents', { corps: [{ ...corp, agents: [] }] }],
  ['corps[0].agents[0].corpSecret', { corps: [{ ...corp, agents: [{ agentId: 1 }] }] }],
  ['corps[0].agents[1].agentId', { corps: [{ ...corp, agents: [agent, { agentId: 1, corpSecret: 'x' }] }] }],
  [
    'corps[0].agents[1].corpSecret',
    { corps: [{ ...corp, agents: [agent, { agentId: 2, corpSecret: 's' }] }] },
  ],
  ['corps[0].members[1].userid', { corps: [{ ...corp, members: ['a', { departments: [1] }] }] }],
  ['corps[0].robots[0]', { corps: [{ ...corp, robots: [''] }] }],
  ['corps[1].corpId', { corps: [corp, corp] }],
  ['limits.perMemberPerMinute', { limits: { perMemberPerMinute: 0 } }],
  ['maxLog', { maxLog: 0 }],
];

describe('the options', () => {
  it.each(WRONG)('names %s when it is wrong', async (path, options) => {
    const started = startSimulator(options as never);
    await expect(started).rejects.toThrow(SimulatorOptionError);
    await expect(started).rejects.toMatchObject({ path });
  });

  it('says what was expected and what came', async () => {
    await expect(startSimulator({ port: 99_999 })).rejects.toThrow(
      'port: expected a port from 0 to 65535, got 99999',
    );
  });

  it('fails when the port is taken', async () => {
    const first = await startSimulator();
    const port = Number(new URL(first.url).port);
    await expect(startSimulator({ port })).rejects.toThrow('EADDRINUSE');
    await first.close();
  });
});

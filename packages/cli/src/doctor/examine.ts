import { isWechatError } from '@wetempo/core';
import { openAccount } from '../config/open-account.js';
import { type CliSettings, readSettings, type SettingsSources } from '../config/settings.js';
import { type CliPlatform, type OpenAccount, platformOf } from '../platforms/index.js';
import { nodeFinding, packagesFinding } from './check-packages.js';
import { checkRedis } from './check-redis.js';
import { checkSendStore } from './check-send-store.js';
import { clockFinding } from './clock-finding.js';
import { credentialFindings } from './credentials.js';
import { type Finding, ok, problem, skipped } from './finding.js';
import { probeAccount } from './probe-account.js';
import { quotaFinding } from './quota-findings.js';
import { reachabilityFinding } from './reachability.js';

/** Every check, one after the other; each finding is given as soon as it is there. */
export async function* examine(sources: SettingsSources): AsyncGenerator<Finding> {
  yield nodeFinding(process.versions.node);
  yield packagesFinding(sources.folder);
  let settings: CliSettings;
  let platform: CliPlatform;
  let account: OpenAccount;
  try {
    settings = await readSettings(sources);
    platform = platformOf(settings);
    account = await openForProbe(platform, settings);
  } catch (error) {
    yield configurationProblem(error);
    return;
  }
  yield ok('configuration', `account ${settings.appId} of an ${platform.title}`);
  try {
    yield* accountFindings(platform, settings, account, sources);
    yield* storeFindings(settings, account);
  } finally {
    await account.close();
  }
}

/** Alone and impatient: what is wrong shall show, and neither be waited out nor remembered for others. */
async function openForProbe(platform: CliPlatform, settings: CliSettings): Promise<OpenAccount> {
  // Made once as it is configured, so that every wrong option shows.
  await openAccount(platform, settings).close();
  const account = openAccount(platform, settings, {
    redis: undefined,
    sendStore: 'memory',
    retry: { maxRetries: 0, networkRetries: 0 },
    timeoutMs: Math.min(settings.timeoutMs ?? 5_000, 5_000),
    deadlineMs: 8_000,
  });
  try {
    // Reads the policy file, too.
    await account.client.ready();
  } catch (error) {
    await account.close();
    throw error;
  }
  return account;
}

function configurationProblem(error: unknown): Finding {
  if (!isWechatError(error)) throw error;
  return problem('configuration', error.message, error.hint);
}

async function* accountFindings(
  platform: CliPlatform,
  settings: CliSettings,
  { client }: OpenAccount,
  { env }: SettingsSources,
): AsyncGenerator<Finding> {
  const { originOf } = settings;
  const probe = await probeAccount(client, () => platform.fetchToken(client, settings, false));
  const baseUrl = settings.baseUrl ?? platform.baseUrl;
  const way = {
    baseUrl,
    baseUrlOrigin: originOf('baseUrl'),
    proxy: settings.proxy,
    proxyOrigin: originOf('proxy'),
    env,
  };
  yield reachabilityFinding(probe.error, way);
  yield* credentialFindings(probe.error, { originOf, allowListPlace: platform.allowListPlace });
  yield probe.clock === undefined
    ? skipped('clock', 'no answer told the time')
    : clockFinding('clock', { ...probe.clock, whose: 'the platform' });
  if (probe.token === undefined) return;
  for (const name of platform.quotaEndpoints) {
    const path = platform.endpoints.find((endpoint) => endpoint.name === name)?.path;
    if (path !== undefined) yield await quotaFinding(name, () => platform.readQuota(client, path));
  }
}

async function* storeFindings(settings: CliSettings, { client }: OpenAccount): AsyncGenerator<Finding> {
  const { redis, sendStore, originOf } = settings;
  if (redis === undefined) yield skipped('redis', 'none is configured: tokens and limits are of one process');
  else yield* await checkRedis({ url: redis, origin: originOf('redis'), keepsSends: sendStore === 'redis' });
  yield await checkSendStore({
    store: sendStore,
    redis,
    account: client.accountKey,
    origin: originOf('sendStore'),
  });
}

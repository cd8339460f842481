import type { Redis } from 'ioredis';
import { type LuaScriptName, luaScripts } from '../../src/redis/lua.generated.js';
import type { RedisConnection } from '../../src/redis/redis-connection.js';

export interface ToldTime {
  /** The same connection with accounts of its own: tests that run at once on one Redis do not see each other. */
  readonly connection: RedisConnection;
  /** Lets this much time pass, for the scripts and for the processes that wait beside them. */
  advance(durationMs: number): Promise<void>;
}

/** What is to expire lives on for so many times as long by itself: no pause of the machine makes the difference. */
const slowness = 1000;
const someMoment = Date.UTC(2026, 0, 15, 10, 20, 30);
let told = 0;

/**
 * Redis with a time that goes on only where it is told to. The scripts are the real ones; what they ask the server about
 * time is answered by us. A machine that is busy or sleeps for a while lets no window end and no lease run out.
 */
export function toldTime(connection: RedisConnection): ToldTime {
  told += 1;
  const tag = `{t${told}-`;
  let nowMs = someMoment;
  const run = (name: LuaScriptName, keys: readonly string[], args: readonly (string | number)[]) => {
    const source = timeOf(nowMs) + luaScripts[name].source;
    const own = keys.map((key) => key.replace('{', tag));
    return connection.client.eval(source, own.length, ...own, ...args);
  };
  const advance = async (durationMs: number) => {
    nowMs += durationMs;
    await Promise.all(nodesOf(connection).map((node) => age(node, `*${tag}*`, durationMs)));
    // Stores tell some things late, on timers of their own process.
    await new Promise((resolve) => setTimeout(resolve, durationMs));
  };
  const close = async () => undefined;
  const properties = { run, close, client: connection.client };
  return { connection: Object.create(connection, Object.getOwnPropertyDescriptors(properties)), advance };
}

/** Stands before a script, in the place of what it knows as `redis`. */
function timeOf(nowMs: number): string {
  const [seconds, microseconds] = [Math.floor(nowMs / 1000), (nowMs % 1000) * 1000 + 999];
  return `
local server = redis
local redis = setmetatable({ call = function(command, ...)
  if command == 'TIME' then return { '${seconds}', '${microseconds}' } end
  local args = { ... }
  if command == 'PEXPIRE' then args[2] = args[2] * ${slowness} end
  for at = 3, command == 'SET' and #args or 0 do
    if args[at] == 'PX' then args[at + 1] = args[at + 1] * ${slowness} end
  end
  local answer = server.call(command, unpack(args))
  return command == 'PTTL' and answer > 0 and math.ceil(answer / ${slowness}) or answer
end }, { __index = server })
`;
}

function nodesOf({ client }: RedisConnection): readonly Redis[] {
  return 'nodes' in client ? client.nodes('master') : [client];
}

async function age(node: Redis, pattern: string, durationMs: number): Promise<void> {
  for (const key of await node.keys(pattern)) {
    const leftMs = (await node.pttl(key)) - durationMs * slowness;
    if (leftMs > 0) await node.pexpire(key, leftMs);
    // Those that never expire say -1.
    else if (leftMs > -1 - durationMs * slowness) await node.del(key);
  }
}

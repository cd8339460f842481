import { type Command, Option } from 'commander';
import { type ExitCode } from '../exit-codes.js';
import { feedQueue } from '../push/feed-queue.js';
import { looksOnly, type PushFlags, pushOrderOf } from '../push/push-order.js';
import { runPush } from '../push/run-push.js';
import { accountOptions, type RunCommand, withAccount } from './run-command.js';

const examples = `
A CSV has a header with the column openid, one for each field of the template such as thing1, and, if you like,
requestId, url, appid and pagepath. Each message goes out once under its requestId, which is PUSH:OPENID where no
column gives another. A line of JSON is {"requestId":"…","request":{…}} and holds the whole request.

Examples:
  $ wetempo push people.csv --template TEMPLATE_ID --id spring-sale --dry-run
  $ wetempo push people.csv --template TEMPLATE_ID --id spring-sale --results ends.csv
  $ wetempo push people.csv --template TEMPLATE_ID --id spring-sale --resume
  $ wetempo push people.csv --template TEMPLATE_ID --map thing1=goods --map amount2=price --encoding gb18030
  $ wetempo push messages.jsonl --id receipts --deadline 2h
  $ wetempo push people.csv --template TEMPLATE_ID --id spring-sale --queue`;

export function addPush(program: Command, run: RunCommand): void {
  const command = program
    .command('push')
    .argument('<file>', 'CSV or JSON lines; - for stdin')
    .summary('sends the messages of a file, each once')
    .option('--template <id>', 'template of the messages, for CSV')
    .option('--format <format>', 'csv or jsonl, where the name of the file does not say')
    .option('--id <push>', 'name of the push; the name of the file by default')
    .addOption(
      new Option(
        '--map <field=column>',
        'a field of the template from a column of another name; repeatable',
      ).argParser(collect),
    )
    .option('--encoding <name>', 'of the file, such as gb18030', 'utf-8')
    .option('--delimiter <character>', 'between two cells of a CSV')
    .option('--dry-run', 'check every line and the quota, and send nothing')
    .option('--forecast', 'show when the push would end, and send nothing')
    .option('--resume', 'go on with a push that has begun; what was sent is not sent again')
    .option('--retry <which>', 'send again what is failed, or unknown (may arrive twice)')
    .option('--group <name>', 'budget group of its calls, batch by default')
    .option('--concurrency <n>', 'messages under way at once, 64 by default')
    .option('--max-per-second <n>', "a pace of the push's own")
    .option('--deadline <time>', 'messages that have not begun after it are not sent, such as 2h')
    .option('--start-spread <time>', 'begin at a random moment within it, such as 30s')
    .option('--results <file>', 'write the end of each message into this CSV')
    .option('--queue', 'put the messages into a BullMQ queue, from which `wetempo worker` sends them')
    .option('--yes', 'do not ask before the start')
    .addHelpText('after', examples);
  accountOptions(command).action((file: string, flags: PushFlags) =>
    run(command, (task) =>
      withAccount(task, async (account): Promise<ExitCode> => {
        const { settings, surroundings } = account;
        const order = pushOrderOf(file, flags, { folder: surroundings.folder, settings });
        const queues = flags.queue === true && !looksOnly(flags);
        return queues ? feedQueue(account, order, flags) : runPush(account, order, flags);
      }),
    ),
  );
}

function collect(pair: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), pair];
}

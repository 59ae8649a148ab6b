import { type Command, InvalidArgumentError, Option } from 'commander';
import { Webhook } from 'standardwebhooks';
import { parseUrl } from '../../parse-url.ts';

/** Commands that follow the events of a server, over its API. */
export function addEvents(program: Command): void {
  const events = program.command('events').description('events of a server').exitOverride();
  following(events, 'tail', 'print each event of a workspace as it happens').action(async (options) =>
    (await import('./tail.ts')).tailEvents(options),
  );
  following(program, 'listen', 'forward events of a workspace to an address of this machine, signed like webhooks')
    .requiredOption('--forward-to <url>', 'the address, such as http://localhost:3000/hook', readUrl)
    .option('--secret <secret>', 'the signing secret, whsec_…; a random one by default', readSecret)
    .action(async (options) => (await import('./listen.ts')).listen(options));
}

/** Adds a command with the options of all that follow events. */
function following(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .addOption(
      new Option('--url <url>', 'the server')
        .env('PARLEY_BASE_URL')
        .default('http://127.0.0.1:3000')
        .argParser(readUrl),
    )
    .addOption(
      new Option('--api-key <key>', 'an API key with the scope workspace:admin; better in the environment')
        .env('PARLEY_API_KEY')
        .makeOptionMandatory(),
    )
    .option('--types <types>', 'only these, separated by commas: agent.*,message.completed')
    .option('--agent <id>', 'only events about this agent')
    .option('--workspace <id>', 'only events of this workspace; all of the key by default')
    .option('--since <cursor>', 'begin after this event or cursor; with the next event by default')
    .option('--json', 'print one JSON object a line')
    .exitOverride();
}

function readUrl(input: string): string {
  if (!/^https?:$/.test(parseUrl(input)?.protocol ?? '')) throw new InvalidArgumentError('Give an http or https URL.');
  return input;
}

function readSecret(input: string): string {
  try {
    new Webhook(input);
    if (/^(?:whsec_)?[A-Za-z0-9+/]+={0,2}$/.test(input)) return input;
  } catch {
    // The library's reason says no more than the sentence below.
  }
  throw new InvalidArgumentError('Give whsec_ and Base64.');
}

import { Command, InvalidArgumentError, Option } from 'commander';
import { keyLifetimes } from '../access/key-format.ts';
import { type Permission, permissions } from '../access/scopes.ts';
import { isEmail } from '../http/validation.ts';
import { plans } from '../plans.ts';
import { maxCharacters } from '../schemas/limits.ts';
import { version } from '../version.ts';
import { readHead, verifyAudit } from './audit.ts';
import { backup, migrateDatabase, restore } from './database/database.ts';
import { addEvents } from './events/commands.ts';
import { cancelJob, listJobs, retryJob } from './jobs.ts';
import { printOpenApi } from './openapi.ts';
import { printFailure, wantsJson } from './output/failure.ts';
import {
  createKey,
  createUser,
  listKeys,
  ownInstance,
  removeUser,
  renameUser,
  resetPassword,
  resetSecondFactor,
  revokeKey,
  setPlan,
  setUserStatus,
  verifyUser,
} from './people/people.ts';
import { listUsers } from './people/user-list.ts';
import { recountQuotas } from './quotas.ts';
import { reindexSearch } from './search.ts';
import { serve } from './serve/serve.ts';

/**
 * Runs a command line, the words after `parley`, and prints its failure. Returns the exit code; undefined if the command
 * has not failed, which may have set the process's own.
 */
export async function runCommand(args: readonly string[]): Promise<number | undefined> {
  const json = wantsJson(args);
  try {
    await createProgram(json).parseAsync(args, { from: 'user' });
    return undefined;
  } catch (error) {
    return printFailure(error, json);
  }
}

/** Every command, with its options. */
function createProgram(json: boolean): Command {
  const program = new Command('parley')
    .description('Manage conversational agents: the server and its operator’s commands.')
    .version(version)
    // With JSON, the failure says what is wrong, and nothing else is printed.
    .configureOutput(json ? { writeErr: () => {} } : {})
    .exitOverride();
  command(program, 'serve', 'run the service')
    .option('--workers <number>', 'how many processes share the port; on PostgreSQL only', readWorkers)
    .action(serve);
  addPeople(program);
  addKeys(program);
  addPlans(program);
  addCounts(program);
  addEvents(program);
  addInstallation(program);
  for (const each of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    each.showHelpAfterError(`Usage: ${each.createHelp().commandUsage(each)}\nCall it with --help to see how.`);
  }
  return program;
}

/** Adds a command with the common options. */
function command(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .option('--data-dir <folder>', 'the data folder (PARLEY_DATA_DIR, ./data)')
    .option('--json', 'answer in JSON')
    .exitOverride();
}

const email = ['--email <email>', 'the person’s email', readEmail] as const;
const planOption = () => new Option('--plan <plan>', 'the plan').choices(Object.keys(plans));

/** Commands that create, change and list people. */
function addPeople(program: Command): void {
  const user = program.command('user').description('people').exitOverride();
  command(user, 'create', 'create an account with its owner')
    .requiredOption(...email)
    .option('--name <name>', 'the person’s name', readName)
    .addOption(planOption().default('free'))
    .option('--password-stdin', 'read the password from standard input; otherwise one is generated and shown')
    .action(createUser);
  command(user, 'list', 'list people with their workspaces and plans').action(listUsers);
  command(user, 'reset-password', 'print a link with which a person sets a new password, once and within an hour')
    .requiredOption(...email)
    .action(resetPassword);
  command(user, 'reset-second-factor', 'remove the second factors of a person who has lost them; sessions end')
    .requiredOption(...email)
    .action(resetSecondFactor);
  command(user, 'suspend', 'lock a person out; takes effect at once on keys and sessions')
    .requiredOption(...email)
    .action((options) => setUserStatus('suspended', options));
  command(user, 'activate', 'end the suspension of a person')
    .requiredOption(...email)
    .action((options) => setUserStatus('active', options));
  command(user, 'verify', 'note that an address belongs to the person, who may then join other accounts')
    .requiredOption(...email)
    .action(verifyUser);
  command(user, 'own-instance', 'let a person set the keys of model providers, instead of the current one')
    .requiredOption(...email)
    .action(ownInstance);
  command(user, 'rename', 'change the address of a person; keys, sessions and workspaces stay')
    .requiredOption(...email)
    .requiredOption('--to <email>', 'the new email', readEmail)
    .action(renameUser);
  command(user, 'remove', 'remove a person for good, and free the address')
    .requiredOption(...email)
    .action(removeUser);
}

/** Commands of API keys. */
function addKeys(program: Command): void {
  const key = program.command('key').description('API keys').exitOverride();
  command(key, 'create', 'create an API key and print only the key')
    .requiredOption(...email)
    .requiredOption('--name <name>', 'what the key is for', readName)
    .requiredOption('--scopes <scopes>', `some of ${permissions.join(', ')}`, readScopes)
    .option('--workspace <id>', 'the one workspace that it reaches')
    .addOption(
      new Option('--environment <label>', 'its label').choices(['development', 'production']).default('production'),
    )
    .addOption(
      new Option('--expires-days <days>', 'after how many days it expires')
        .choices([...keyLifetimes.map(String), 'never'])
        .default('never'),
    )
    .action(createKey);
  command(key, 'list', 'list API keys with their status, expiry and last use')
    .option(...email)
    .action(listKeys);
  command(key, 'revoke <id>', 'revoke an API key').action(revokeKey);
}

/** Commands of plans. */
function addPlans(program: Command): void {
  const plansCommand = program.command('plan').description('plans').exitOverride();
  command(plansCommand, 'set', 'change the plan of an account')
    .requiredOption(...email)
    .addOption(planOption().makeOptionMandatory())
    .action(setPlan);
}

/** Commands that check the log of events, mend counters and the index of words, and manage background work. */
function addCounts(program: Command): void {
  const audit = program.command('audit').description('the log of events').exitOverride();
  command(audit, 'verify', 'prove by its seals that no event was removed or altered')
    .option('--account <id>', 'only the log of this account')
    .option('--head <log=hash>', 'a hash that was noted of a workspace or an account; may be repeated', readHead)
    .action(verifyAudit);

  const quota = program.command('quota').description('quotas').exitOverride();
  command(quota, 'recount', 'count what all accounts have, and mend wrong counters').action(recountQuotas);

  const search = program.command('search').description('search in messages').exitOverride();
  command(search, 'reindex', 'index the words of all messages again, if searches don’t find them').action(
    reindexSearch,
  );

  const jobs = program.command('jobs').description('background work').exitOverride();
  command(jobs, 'list', 'list jobs that wait, run or are dead')
    .addOption(new Option('--state <state>', 'only these').choices(['ready', 'waiting', 'running', 'dead']))
    .option('--kind <kind>', 'only these')
    .action(listJobs);
  command(jobs, 'retry <id>', 'run a dead or waiting job again').action(retryJob);
  command(jobs, 'cancel <id>', 'delete a job').action(cancelJob);
}

/** Commands of the whole installation, and of the document. */
function addInstallation(program: Command): void {
  command(program, 'migrate', 'bring the database to this program’s schema').action(migrateDatabase);
  command(program, 'backup <file>', 'write the database and its secrets into one file')
    .option('--force', 'replace the file if it exists')
    .action(backup);
  command(program, 'restore <file>', 'replace the database with a backup').action(restore);
  command(program, 'move', 'copy a whole embedded installation into an empty PostgreSQL database')
    .option('--from <folder>', 'the data folder')
    .option('--to <url>', 'postgres://…, an empty database (DATABASE_URL)')
    .action(async (options) => (await import('./database/move.ts')).move(options));
  command(program, 'doctor', 'check the installation for problems').action(async (options) =>
    (await import('./doctor/doctor.ts')).doctor(options),
  );
  command(program, 'demo', 'fill a new instance with agents, people and a month of conversations')
    .option('--seed <number>', 'what chance begins with: the same number makes the same content', readSeed, 1)
    .option(
      '--password-stdin',
      'read the password of all people from standard input; otherwise one is generated and shown',
    )
    .action(async (options) => (await import('./demo.ts')).demo(options));
  command(program, 'openapi', 'print the OpenAPI document').action(printOpenApi);
}

/** Max length of a person's or key's name, in characters. */
const longestName = 100;

/** Max processes behind one port. */
const maxWorkers = 64;

function readEmail(input: string): string {
  if (!isEmail(input) || input.length > maxCharacters.email) throw new InvalidArgumentError('Give an email address.');
  return input;
}

function readName(input: string): string {
  const { length } = input.trim();
  if (length < 1 || length > longestName) throw new InvalidArgumentError(`Give 1 to ${longestName} characters.`);
  return input;
}

function readScopes(input: string): Permission[] {
  const scopes = input.split(',').map((scope) => scope.trim());
  const unknown = scopes.find((scope) => !permissions.some((permission) => permission === scope));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`Unknown scope ${JSON.stringify(unknown)}. Use ${permissions.join(', ')}.`);
  return [...new Set(scopes as Permission[])];
}

function readWorkers(input: string): number {
  const workers = Number(input);
  if (!Number.isInteger(workers) || workers < 1 || workers > maxWorkers) {
    throw new InvalidArgumentError(`Give 1 to ${maxWorkers}.`);
  }
  return workers;
}

function readSeed(input: string): number {
  const seed = Number(input);
  if (!/^\d+$/.test(input) || seed >= 2 ** 32) throw new InvalidArgumentError('Give a whole number below 2^32.');
  return seed;
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ListedPerson } from '../../features/accounts/people-list.ts';
import { CommandError } from '../output/failure.ts';
import { plain } from '../output/plain-line.ts';
import { type CommonOptions, openRuntime } from '../runtime.ts';

/** Max people that are listed as JSON, some 40 MB: an array is printed when all of it has been read. */
const mostInArray = 100_000;

type Pages = AsyncIterable<readonly ListedPerson[]>;

/**
 * `parley user list`: all people, printed as they are read; as JSON, after all are read. Changes nothing, not even the
 * schema.
 */
export async function listUsers(options: CommonOptions): Promise<void> {
  const runtime = await openRuntime({ existing: true, ...options, readOnly: true });
  const pages = runtime.features.accounts.people.pages();
  try {
    const text = options.json === true ? await arrayOf(pages) : linesOf(pages);
    await pipeline(Readable.from(text), process.stdout, { end: false });
  } catch (error) {
    // The reader has closed the pipe, as in `parley user list | head`: finish silently.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  } finally {
    await runtime.close();
  }
}

/** One array, a person on each line. Nothing of it is printed before all is read: a failure would break it. */
export async function arrayOf(pages: Pages): Promise<string[]> {
  const people: string[] = [];
  for await (const page of pages) {
    for (const person of page) people.push(`${people.length === 0 ? '' : ',\n'}${JSON.stringify(person)}`);
    if (people.length > mostInArray) {
      const most = mostInArray.toLocaleString('en');
      const sentence = `More than ${most} people can’t be listed as JSON.`;
      throw new CommandError('too_many_people', sentence, 'Leave out --json: the lines have no such limit.');
    }
  }
  return ['[', ...people, ']\n'];
}

async function* linesOf(pages: Pages): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const people of pages) {
    isEmpty = false;
    yield people.map((person) => `${lineOf(person)}\n`).join('');
  }
  if (isEmpty) yield 'There are no people.\n';
}

function lineOf({ email, name, status, verified, account, workspaces, createdAt, lastSignInAt }: ListedPerson): string {
  const places = workspaces.map((workspace) => `${workspace.role} of ${plain(workspace.name)}`).join(', ');
  return [
    ...[plain(email), plain(name), status, verified ? 'verified' : 'not verified', account.plan],
    places === '' ? `no workspace (account ${account._id})` : places,
    `created ${createdAt}`,
    lastSignInAt === null ? 'no known sign-in' : `signed in ${lastSignInAt}`,
  ].join('  ');
}

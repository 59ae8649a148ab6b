import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ListedPerson } from '../features/accounts/people-list.ts';
import { type CommonOptions, openRuntime } from './runtime.ts';

/** `parley user list`: everybody, printed as they are read. Changes nothing, not even the schema. */
export async function listUsers(options: CommonOptions): Promise<void> {
  const runtime = await openRuntime({ existing: true, ...options, readOnly: true });
  const pages = runtime.features.accounts.people.pages();
  try {
    await pipeline(Readable.from(options.json === true ? asJson(pages) : asLines(pages)), process.stdout, {
      end: false,
    });
  } catch (error) {
    // The reader has closed the pipe, as in `parley user list | head`: finish silently.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  } finally {
    await runtime.close();
  }
}

/** One array, a person on each line. */
async function* asJson(pages: AsyncIterable<readonly ListedPerson[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const people of pages) {
    for (const person of people) {
      yield `${before}${JSON.stringify(person)}`;
      before = ',\n';
    }
  }
  yield before === '[' ? '[]\n' : ']\n';
}

async function* asLines(pages: AsyncIterable<readonly ListedPerson[]>): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const people of pages) {
    isEmpty = false;
    yield people.map((person) => `${lineOf(person)}\n`).join('');
  }
  if (isEmpty) yield 'There are no people.\n';
}

/** Names are anybody's text: control characters could write over other lines of a terminal. */
const plain = (text: string): string => text.replace(/\p{C}+/gu, ' ');

function lineOf({ email, name, status, verified, account, workspaces, createdAt, lastSignInAt }: ListedPerson): string {
  const places = workspaces.map((workspace) => `${workspace.role} of ${plain(workspace.name)}`).join(', ');
  return [
    ...[plain(email), plain(name), status, verified ? 'verified' : 'not verified', account.plan],
    places === '' ? `no workspace (account ${account._id})` : places,
    `created ${createdAt}`,
    lastSignInAt === null ? 'no known sign-in' : `signed in ${lastSignInAt}`,
  ].join('  ');
}

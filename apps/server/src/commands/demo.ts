import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { createSecrets } from '../access/secrets.ts';
import { AppError } from '../errors.ts';
import { newSecret, sealSecrets } from '../features/channels/settings/secrets.ts';
import { createSettings } from '../features/channels/settings/settings.ts';
import { makeKey } from '../features/keys/new-key.ts';
import { syncKindOf } from '../features/knowledge/sync/job/kind.ts';
import { createPasswords } from '../features/sessions/passwords.ts';
import { createChecks } from '../http/validation.ts';
import { newId } from '../ids.ts';
import { kindOf } from '../platforms/kinds.ts';
import { people } from './demo/cast.ts';
import { daysBack, makeDemo } from './demo/instance.ts';
import { insertDemo } from './demo/store.ts';
import { CommandError } from './output/failure.ts';
import { run } from './output/run.ts';
import type { CommonOptions } from './runtime.ts';

/** The size of a generated password, in bytes. */
const passwordBytes = 18;

interface DemoOptions extends CommonOptions {
  readonly seed: number;
  readonly passwordStdin?: boolean;
}

const notEmpty = () =>
  new CommandError(
    'not_empty',
    'This instance has people already, and the demo is for a new one.',
    'Name an empty data folder with --data-dir, or an empty database with DATABASE_URL.',
  );

/**
 * `parley demo`: fills a new instance with agents, people and a month of conversations, in one unit of work: all of it
 * or nothing. Works beside a running server. The same seed at the same time makes the same content, but for IDs.
 */
export async function demo({ seed, passwordStdin, ...options }: DemoOptions): Promise<void> {
  const given = passwordStdin === true ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined;
  const password = given ?? randomBytes(passwordBytes).toString('base64url');
  await run(
    { ...options, existing: false },
    async ({ db, features, config, pepper, now }, report) => {
      if (!(await features.setup.isOpen())) throw notEmpty();
      report({ what: 'Writing conversations' });
      const passwords = createPasswords(() => new AppError('unavailable', 'Too many passwords wait to be hashed.'));
      const { digest } = createSecrets(pepper);
      const time = now();
      const settingsOf = createSettings(createChecks());
      const rows = makeDemo({
        seed,
        now: time,
        passwordHash: await passwords.hash(password),
        settingsOf: (type, given) => settingsOf(type, { ...given }).shown,
        seal: (channel, type) =>
          sealSecrets(features.secrets, channel, { settings: {}, secret: newSecret(kindOf(type).secret) }),
        makeKey: (draft) => makeKey({ now, newId, digest }, draft).row,
      });
      // One of several demos and set-ups at the same time succeeds.
      await db.write({
        claim: features.setup.claim(rows.users[0]?.id ?? '', notEmpty),
        rows: insertDemo(db, rows),
        syncs: rows.knowledge_sources.map(({ id, workspace_id }) => {
          const payload = { source: id, cause: 'created' } as const;
          return features.jobs.enqueue(workspace_id, { kind: syncKindOf('qa'), payload, key: id });
        }),
      });
      return {
        url: config.publicUrl,
        seed,
        workspace: rows.workspaces.map(({ id, name }) => ({ _id: id, name }))[0],
        people: rows.users.map(({ id, email, name }, index) => ({ _id: id, email, name, role: people[index]?.role })),
        agents: rows.agents.map(({ id, name }) => ({ _id: id, name })),
        conversations: rows.conversations.length,
        messages: rows.messages.length,
        ...(given === undefined && { password }),
      };
    },
    (made) =>
      [
        `Filled ${made.workspace?.name}: ${made.agents.length} agents, ${made.people.length} people, ` +
          `${made.conversations} conversations with ${made.messages} messages in ${daysBack} days.`,
        '',
        `Start the server if it doesn't run, and sign in at ${made.url}/sign-in`,
        ...made.people.map(({ email, role }) => `  ${email.padEnd(20)} ${role}`),
        ...(made.password === undefined ? [] : [`Password of all of them, shown only now: ${made.password}`]),
      ].join('\n'),
  );
}

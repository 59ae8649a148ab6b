import { Type } from 'typebox';
import { signInMethods } from '../../access/sign-in.ts';
import { exampleIds } from '../../schemas/examples.ts';
import { about, happened } from './event-kind.ts';

const { invitation, key, role, user, workspace } = about;
const rotatedFrom = Type.Optional(
  Type.String({ description: 'Identifier of the key that it replaces.', examples: [exampleIds.apiKey] }),
);
const fields = (example: string) =>
  Type.Array(Type.String(), { description: 'The fields that changed.', examples: [[example]] });

/** Events of people, workspaces and API keys. */
export const peopleEvents = {
  'workspace.created': happened('A workspace was created.', { workspace }),
  'workspace.updated': happened('A workspace was changed.', { workspace, fields: fields('name') }),
  'workspace.deleted': happened('A workspace was deleted.', { workspace }),
  'member.added': happened('A person joined a workspace.', {
    ...{ user, role },
    invitation: Type.Optional(
      Type.String({ description: 'Identifier of the accepted invitation.', examples: [exampleIds.invitation] }),
    ),
  }),
  'member.updated': happened('A member was changed: the role, or the person’s name, email or credentials.', {
    ...{ user, fields: fields('role') },
    role: Type.Optional(Type.String({ description: 'The new role, if it changed.', examples: ['editor'] })),
  }),
  'member.removed': happened('A member left a workspace, or was removed.', { user }),
  'invitation.created': happened('A person was invited.', { invitation, role }),
  'invitation.revoked': happened('An invitation was withdrawn.', { invitation }),
  'api_key.created': happened('An API key was created.', { key, rotatedFrom }),
  'api_key.updated': happened('An API key was changed.', { key, fields: fields('name') }),
  'api_key.revoked': happened('An API key was revoked.', { key }),
  'user.created': happened('A person was created.', { user }),
  'user.updated': happened('A person was changed.', { user, fields: fields('email') }),
  'user.removed': happened('A person was removed.', { user }),
  'password_reset.created': happened('A link for a new password was made.', { user }),
} as const;

const session = (description: string) => Type.String({ description, examples: [exampleIds.session] });
const method = Type.String({ description: '`totp` or `passkey`; `all` if all were removed.', examples: ['totp'] });
const passkey = Type.String({ description: 'Identifier of the passkey.', examples: [exampleIds.passkey] });

/** Events of sessions and second factors. They belong to the person’s own account, and to no workspace. */
export const signInEvents = {
  'session.created': happened('A person signed in.', {
    ...{ user, session: session('Identifier of the session.') },
    methods: Type.Array(Type.String(), {
      description: `What the person proved: ${signInMethods.map((each) => `\`${each}\``).join(', ')}.`,
      examples: [['password', 'totp']],
    }),
  }),
  'session.failed': happened(
    'A sign-in of an existing person failed. At most one event a minute for a person and an address.',
    {
      user,
      reason: Type.String({
        description: '`password` or `second_factor` if that was wrong; `suspended` if the person may not sign in.',
        examples: ['password'],
      }),
    },
  ),
  'session.ended': happened('A session of a person ended before it expired.', {
    user,
    session: Type.Optional(session('Identifier of the session; absent if all sessions, or all others, ended.')),
    reason: Type.String({
      description:
        '`signed_out`, `revoked`, `password_changed`, `second_factor` (one was added or reset), `suspended` or ' +
        '`removed`.',
      examples: ['signed_out'],
    }),
  }),
  'second_factor.enabled': happened('A person added a second factor.', {
    ...{ user, method, passkey: Type.Optional(passkey) },
  }),
  'second_factor.disabled': happened('A second factor of a person was removed.', {
    ...{ user, method, passkey: Type.Optional(passkey) },
  }),
  'second_factor.recovery_codes_created': happened('A person got new recovery codes; earlier ones ended.', { user }),
  'passkey.updated': happened('A passkey was renamed.', { user, passkey }),
} as const;

const job = Type.String({ description: 'Identifier of the job.', examples: [exampleIds.job] });
const kind = Type.String({ description: 'Kind of the job.', examples: ['mail.send'] });
const provider = Type.String({ description: 'Name of the model provider.', examples: ['openai'] });

/** Events of the account and of the whole instance. The account of its owner has the events of the instance. */
export const operatorEvents = {
  'account.updated': happened('The plan of an account was changed.', {
    account: Type.String({ description: 'Identifier of the account.', examples: [exampleIds.account] }),
    fields: fields('plan'),
  }),
  'quota.recounted': happened('The operator corrected a wrong counter of a quota.', {
    quota: Type.String({ description: 'The quota.', examples: ['agents'] }),
  }),
  'provider_key.created': happened('The API key of a model provider was stored.', { provider }),
  'provider_key.updated': happened('The API key of a model provider was replaced.', { provider }),
  'provider_key.deleted': happened('The API key of a model provider was deleted.', { provider }),
  'job.retried': happened('The operator had a job run again.', { job, kind }),
  'job.cancelled': happened('The operator cancelled a job.', { job, kind }),
  'search.reindexed': happened('The operator had all messages indexed again.', {
    queued: Type.Integer({ description: 'Number of messages.', examples: [1200] }),
  }),
  'backup.created': happened('The operator wrote a backup of the whole instance.', {}),
  'backup.restored': happened('The operator replaced the database by a backup.', {
    createdAt: Type.String({ description: 'When the backup was made.', examples: ['2026-07-01T09:30:00.000Z'] }),
  }),
  'database.migrated': happened('The database got the schema of a later version of this program.', {
    migrations: Type.Array(Type.String(), {
      description: 'Names of the migrations that were applied, in their order.',
      examples: [['0042-webhooks']],
    }),
  }),
  'database.moved': happened('The operator moved the whole instance to PostgreSQL.', {
    rows: Type.Integer({ description: 'Number of rows that were copied.', examples: [48_200] }),
  }),
} as const;

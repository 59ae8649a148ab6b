import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Permission } from '../../access/scopes.ts';
import type { Features } from '../../app.ts';
import { AppError } from '../../errors.ts';
import type { Plan } from '../../plans.ts';
import { plain } from '../output/plain-line.ts';
import { run } from '../output/run.ts';
import type { CommonOptions } from '../runtime.ts';

/** The size of a generated password, in bytes. */
const passwordBytes = 18;

const day = 24 * 60 * 60 * 1000;

interface UserCreate extends CommonOptions {
  readonly email: string;
  readonly name?: string;
  readonly plan: Plan;
  readonly passwordStdin?: boolean;
}

/** IDs have the same name in every answer, as in the API. */
const publicId = <Rest extends object>({ id, ...rest }: Rest & { readonly id: string }) => ({ _id: id, ...rest });

/**
 * `parley user create`: creates an account and its owner. Reads the password from standard input, or generates and
 * prints one.
 */
export async function createUser(options: UserCreate): Promise<void> {
  const given = options.passwordStdin === true ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined;
  const password = given ?? randomBytes(passwordBytes).toString('base64url');
  await run(
    { ...options, existing: false },
    async ({ features }) => {
      const draft = { email: options.email, name: options.name ?? '', password };
      const { user, account, workspace } = await features.accounts.create(draft, {
        plan: options.plan,
        workspaceName: 'My workspace',
      });
      return { user: publicId(user), account: publicId(account), workspace, ...(given === undefined && { password }) };
    },
    ({ user, workspace }) =>
      `Created ${user.email} (${user._id}), owner of the workspace ${workspace._id}.` +
      (given === undefined ? `\nPassword, shown only now: ${password}` : ''),
  );
}

/** `parley user suspend` and `parley user activate`. */
export async function setUserStatus(
  status: 'active' | 'suspended',
  options: CommonOptions & { readonly email: string },
): Promise<void> {
  await run(
    options,
    async ({ features }) => {
      await features.accounts.setStatus(options.email, status);
      return { email: options.email, status };
    },
    ({ email }) => `${email} is ${status}.`,
  );
}

/** `parley user reset-password`: prints only the link, so that a script can pass it on. */
export async function resetPassword(options: CommonOptions & { readonly email: string }): Promise<void> {
  await run(
    options,
    ({ features }) => features.accounts.people.resetLink(options.email),
    ({ url }) => url,
  );
}

/** `parley user reset-second-factor`. */
export async function resetSecondFactor(options: CommonOptions & { readonly email: string }): Promise<void> {
  await run(
    options,
    async ({ features }) => {
      await features.secondFactor.reset(options.email);
      return { email: options.email, secondFactor: false };
    },
    ({ email }) => `${email} has no second factor any more; every session has ended.`,
  );
}

/** `parley user verify`. */
export async function verifyUser(options: CommonOptions & { readonly email: string }): Promise<void> {
  await run(
    options,
    async ({ features }) => {
      await features.accounts.people.verify(options.email);
      return { email: options.email, verified: true };
    },
    ({ email }) => `${email} is verified.`,
  );
}

/** `parley user own-instance`. */
export async function ownInstance(options: CommonOptions & { readonly email: string }): Promise<void> {
  await run(
    options,
    async ({ features }) => {
      await features.accounts.people.ownInstance(options.email);
      return { email: options.email, ownsInstance: true };
    },
    ({ email }) => `${email} owns the instance.`,
  );
}

/** `parley user rename`. */
export async function renameUser(options: CommonOptions & { readonly email: string; readonly to: string }) {
  await run(
    options,
    async ({ features }) => {
      await features.accounts.people.rename(options.email, options.to);
      return { email: options.to, formerly: options.email };
    },
    ({ email, formerly }) => `${formerly} is now ${email}.`,
  );
}

/** `parley user remove`. */
export async function removeUser(options: CommonOptions & { readonly email: string }): Promise<void> {
  await run(
    options,
    async ({ features }) => ({ email: options.email, ...(await features.accounts.people.remove(options.email)) }),
    ({ email, workspaces }) =>
      `Removed ${email} from ${workspaces} ${workspaces === 1 ? 'workspace' : 'workspaces'}. The address is free.`,
  );
}

/** `parley plan set`. */
export async function setPlan(options: CommonOptions & { readonly email: string; readonly plan: Plan }): Promise<void> {
  await run(
    options,
    async ({ features }) => {
      await features.accounts.setPlan(options.email, options.plan);
      return { email: options.email, plan: options.plan };
    },
    ({ email, plan }) => `The account of ${email} is on the plan ${plan}.`,
  );
}

interface KeyCreate extends CommonOptions {
  readonly email: string;
  readonly name: string;
  readonly scopes: readonly Permission[];
  readonly workspace?: string;
  readonly environment: 'development' | 'production';
  /** Days, or `never`. */
  readonly expiresDays: string;
}

/** `parley key create`: prints only the key, so that a shell can assign it to a variable. */
export async function createKey(options: KeyCreate): Promise<void> {
  const { email, name, scopes, workspace, environment, expiresDays } = options;
  await run(
    options,
    async ({ features, now }) => {
      const user = await features.accounts.findUser({ email });
      if (user === undefined) throw new AppError('member_not_found', `No person has the email ${email}.`);
      if (workspace !== undefined && !(await features.membershipsOf(user.id)).has(workspace)) {
        throw new AppError('workspace_not_found', `${email} is no member of a workspace ${workspace}.`);
      }
      const account = await features.accountOf(user, workspace);
      if ((await features.membershipsOf(user.id, account)).size === 0) throw noWorkspace(email);
      return features.keyOperations.create({
        account,
        user,
        workspace,
        name,
        scopes,
        environment,
        expiresAt: expiresDays === 'never' ? undefined : now() + Number(expiresDays) * day,
      });
    },
    ({ key }) => key,
  );
}

const noWorkspace = (email: string) =>
  new AppError(
    'workspace_not_found',
    `${email} is a member of no workspace of their account; a key could reach nothing.`,
    {
      hint: 'Invite the person to a workspace first; name a workspace of another account with --workspace.',
    },
  );

type ListedKey = Awaited<ReturnType<Features['keyOperations']['list']>>[number];

const keyLine = ({ _id, status, inactiveReason, environment, lastFour, name, scopes, user, ...key }: ListedKey) => [
  _id,
  inactiveReason === null ? status : `${status} (${inactiveReason})`,
  environment,
  `…${lastFour}`,
  ...[user.email, name].map(plain),
  scopes.join(','),
  key.expiresAt === null ? 'never expires' : `expires ${key.expiresAt}`,
  key.lastUsedAt === null ? 'never used' : `used ${key.lastUsedAt}`,
  ...(key.replacedBy === null ? [] : [`replaced by ${key.replacedBy}`]),
];

/** `parley key list`: changes nothing, not even the schema. */
export async function listKeys(options: CommonOptions & { readonly email?: string }): Promise<void> {
  await run(
    { ...options, readOnly: true },
    ({ features }) => features.keyOperations.list(options.email),
    (keys) => (keys.length === 0 ? 'There are no keys.' : keys.map((key) => keyLine(key).join('  ')).join('\n')),
  );
}

/** `parley key revoke`: a running server refuses the key within 5 s. */
export async function revokeKey(id: string, options: CommonOptions): Promise<void> {
  await run(
    options,
    async ({ features }) => {
      await features.keyOperations.revoke(id);
      return { _id: id, status: 'revoked' };
    },
    () => `${id} is revoked.`,
  );
}

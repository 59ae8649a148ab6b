import { type Actor, systemIn } from '../../access/actor.ts';
import { type FailureLimiter, type RateLimiter, tooManyFailures } from '../../access/limits/rate-limit.ts';
import type { Permission } from '../../access/scopes.ts';
import { newSigningSecret, type SignedRequest } from '../../access/standard-webhooks.ts';
import { AppError } from '../../errors.ts';
import type { Database } from '../../storage/database.ts';
import type { SealedPlace, Sealing } from '../../storage/secrets/sealed.ts';
import { type Along, nothingAlong, type Statement } from '../../storage/unit.ts';
import type { HookWithSecret, SourceHook } from './schema.ts';
import { eventOf, isChange, isSignedHook, mayBeHook } from './signatures.ts';
import * as store from './store.ts';

/** The types of sources whose content is on another server. */
const syncedTypes: readonly string[] = ['url', 'website', 'git', 's3', 'notion'];

/** Max signed requests of a source in a minute. */
const perMinute = 30;

const hourMs = 60 * 60_000;

/** Dependencies of the hooks of sources. */
export interface HookNeeds {
  readonly db: Database;
  readonly now: () => number;
  readonly secrets: Sealing;
  readonly limiter: RateLimiter;
  readonly failures: FailureLimiter;
  /** The public URL of the service, without a slash at the end. */
  readonly publicUrl: string;
  record(
    actor: Actor,
    event: {
      readonly type: 'knowledge_source.updated';
      readonly workspace: string;
      readonly data: Readonly<Record<string, unknown>>;
    },
  ): Statement;
  /** Gets a source within reach. Throws `knowledge_source_not_found`, or `insufficient_role`. */
  getSource(
    actor: Actor,
    wanted: { readonly id: string; readonly permission: Permission },
  ): Promise<{ readonly workspace: string; readonly type: string }>;
  /** Asks for a sync. Throws `knowledge_source_not_found`. */
  sync(actor: Actor, source: string, along: Along<unknown>): Promise<unknown>;
}

/** Secrets of a hook, as they are sealed. */
interface HookSecrets {
  readonly secret: string;
  /** The secret before the last rotation, and until when it is valid, in ms since 1970. */
  readonly previous?: { readonly secret: string; readonly until: number };
}

/** A request to a hook. */
export interface HookRequest extends SignedRequest {
  readonly source: string;
  readonly address: string;
}

export type SyncHooks = ReturnType<typeof createSyncHooks>;

const placeOf = (source: string): SealedPlace => ['sync_hooks.secrets', source];

/** Signed addresses by which other systems start the sync of a source. */
export function createSyncHooks({ db, now, secrets: sealing, ...needs }: HookNeeds) {
  /** Checked in place of the secret of a source without a hook, so that the time doesn't tell that it has none. */
  const noSecrets = [newSigningSecret()];

  const open = ({ source, secrets }: store.StoredHook) =>
    JSON.parse(sealing.open(secrets, placeOf(source))) as HookSecrets;

  const shown = (source: string, hook: Omit<store.StoredHook, 'secrets'> | undefined): SourceHook => ({
    source,
    url: `${needs.publicUrl}/api/knowledge-sources/${source}/inbound`,
    active: hook !== undefined,
    createdAt: timeOf(hook?.createdAt),
    rotatedAt: timeOf(hook?.rotatedAt),
    lastReceivedAt: timeOf(hook?.receivedAt),
  });

  const changed = (actor: Actor, workspace: string, source: string) =>
    needs.record(actor, { type: 'knowledge_source.updated', workspace, data: { source, fields: ['hook'] } });

  /** The refusal of a request that isn't signed; it is the same for a source that doesn't exist. */
  const refused = (address: string): AppError => {
    const wait = needs.failures.fail(address, now());
    return wait === undefined ? notSigned() : tooManyFailures(wait);
  };

  const demandRate = async (source: string): Promise<void> => {
    const { allowed, resetAt } = await needs.limiter.take(`hook ${source}`, perMinute, now());
    if (allowed) return;
    const wait = Math.max(1, Math.ceil((resetAt - now()) / 1000));
    throw new AppError('rate_limited', `The hook takes ${perMinute} requests a minute; try again in ${wait} seconds.`, {
      retryAfter: wait,
    });
  };

  return {
    read: async (actor: Actor, source: string): Promise<SourceHook> => {
      await needs.getSource(actor, { id: source, permission: 'agents:read' });
      return shown(source, await store.find(db, source));
    },

    /** Makes a secret; an earlier one stays valid for some hours. The secret is returned here only. */
    rotate: async (
      actor: Actor,
      { source, overlapHours }: { readonly source: string; readonly overlapHours: number },
      along: Along<HookWithSecret & { readonly workspace: string }> = nothingAlong,
    ): Promise<HookWithSecret & { readonly workspace: string }> => {
      const { workspace, type } = await needs.getSource(actor, { id: source, permission: 'agents:write' });
      if (!syncedTypes.includes(type)) throw notSynced();
      const [time, before, secret] = [now(), await store.find(db, source), newSigningSecret()];
      const previous =
        before === undefined ? undefined : { secret: open(before).secret, until: time + overlapHours * hourMs };
      const sealed = sealing.seal(
        JSON.stringify({ secret, previous } satisfies Record<string, unknown>),
        placeOf(source),
      );
      const hook =
        before === undefined
          ? firstHook(source, workspace, { sealed, time })
          : { ...before, secrets: sealed, rotatedAt: time };
      const made = { hook: shown(source, hook), secret, workspace };
      await db.write({
        hook:
          before === undefined
            ? store.insert(db, hook, { stale, missing: noSource })
            : store.replace(db, before, { secrets: sealed, rotatedAt: time, stale }),
        event: changed(actor, workspace, source),
        along: along(made),
      });
      return made;
    },

    /** Deletes the hook of a source; its secrets are not accepted from then on. */
    remove: async (actor: Actor, source: string): Promise<void> => {
      const { workspace } = await needs.getSource(actor, { id: source, permission: 'agents:write' });
      if ((await store.find(db, source)) === undefined) return;
      await db.write({ hook: store.remove(db, workspace, source), event: changed(actor, workspace, source) });
    },

    /** Throws unless the headers of a request have a signature, before its body is read. */
    screen: async ({ headers, address }: Pick<HookRequest, 'headers' | 'address'>): Promise<void> => {
      if (!mayBeHook(headers, now())) throw refused(address);
    },

    /** Asks for a sync if a request is signed; a repeat of the latest request asks for none. */
    receive: async ({ source: given, address, ...request }: HookRequest): Promise<void> => {
      // PostgreSQL refuses NUL.
      const source = given.replaceAll('\u0000', '\ufffd');
      const [hook, time] = [await store.find(db, source), now()];
      const valid = hook === undefined ? noSecrets : validSecrets(open(hook), time);
      if (!isSignedHook(request, valid, time) || hook === undefined) throw refused(address);
      await demandRate(source);
      const event = eventOf(request.headers);
      const noted = store.received(db, hook, { at: time, event });
      if (!isChange(request.headers) || (event !== null && event === hook.lastEvent)) {
        await db.write([noted]);
        return;
      }
      await needs
        .sync(systemIn(hook.workspace), source, () => [noted])
        .catch((error: unknown) => {
          throw error instanceof AppError && error.code === 'knowledge_source_not_found' ? notSigned() : error;
        });
    },
  };
}

const validSecrets = ({ secret, previous }: HookSecrets, time: number): readonly string[] => [
  secret,
  ...(previous !== undefined && previous.until > time ? [previous.secret] : []),
];

const firstHook = (
  source: string,
  workspace: string,
  { sealed, time }: { readonly sealed: string; readonly time: number },
): store.StoredHook => ({
  ...{ source, workspace, secrets: sealed, createdAt: time, rotatedAt: time },
  ...{ receivedAt: null, lastEvent: null },
});

const timeOf = (time: number | null | undefined): string | null => (time == null ? null : new Date(time).toISOString());

const stale = () =>
  new AppError('version_conflict', 'The secret of the hook was made by another request at the same moment.', {
    hint: 'Send the request again.',
  });

const noSource = () => new AppError('knowledge_source_not_found', 'There is no such knowledge source.');

const notSynced = () =>
  new AppError('bad_request', 'Only a source whose content is on another server has a hook.', {
    hint: `It is for sources of type ${syncedTypes.join(', ')}.`,
  });

const notSigned = () =>
  new AppError('invalid_signature', 'The request is not signed by the secret of a hook at this address.', {
    hint:
      'Sign the exact bytes of the body as Standard Webhooks describes, at most five minutes before you send them, or ' +
      'as GitHub does (X-Hub-Signature-256).',
  });

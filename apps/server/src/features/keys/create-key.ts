import type { Principal } from '../../access/actor.ts';
import { principalGone } from '../../access/ended-credentials.ts';
import { AppError } from '../../errors.ts';
import { type Along, nothingAlong } from '../../storage/unit.ts';
import { demandScopes } from './access.ts';
import type { KeyNeeds } from './needs.ts';
import { makeKey } from './new-key.ts';
import type { ApiKeyDraft, NewApiKey } from './schema.ts';
import * as store from './store.ts';

const day = 24 * 60 * 60 * 1000;

const workspaceNotFound = () => new AppError('workspace_not_found', 'There is no such workspace.');

/** Creates keys: people of any role for themselves, with at most their own rights. */
export const createKeyCreation = (needs: KeyNeeds) => ({
  create: async (
    principal: Principal,
    draft: ApiKeyDraft,
    along: Along<NewApiKey> = nothingAlong,
  ): Promise<NewApiKey> => {
    const { db, now, room } = needs;
    const { workspaceId: workspace } = draft;
    if (workspace !== undefined && !principal.memberships.has(workspace)) throw workspaceNotFound();
    demandScopes(principal, draft.scopes, workspace);
    const account = workspace === undefined ? principal.account.id : await needs.accountOf(workspace);
    if (account === undefined) throw workspaceNotFound();
    const user = await needs.findUser({ id: principal.user.id });
    if (user === undefined) throw principalGone(principal);
    const createdAt = now();
    const { row, key } = makeKey(needs, {
      account,
      user,
      workspace,
      name: draft.name,
      scopes: draft.scopes,
      environment: draft.environment ?? 'production',
      createdAt,
      expiresAt: draft.expiresInDays == null ? undefined : createdAt + draft.expiresInDays * day,
    });
    await db.write({
      key: store.insert(db, row, workspaceNotFound),
      room: room('apiKeys', { account }),
      event: needs.record(principal, { type: 'api_key.created', workspace, account, data: { key: row.id } }),
      along: along(key),
    });
    return key;
  },
});

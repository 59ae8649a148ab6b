import { ActionIcon, Badge } from '@mantine/core';
import type { ApiKey } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { useMe, useWorkspace } from '../../api/workspace.ts';
import { confirm } from '../../ui/dialogs/confirm.ts';
import table from '../../ui/lists/table.module.css';
import { ActionMenu } from '../../ui/overlays/action-menu.tsx';
import { Tip } from '../../ui/overlays/tip.tsx';
import { ActionsHeader } from '../../ui/page/actions-header.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { RelativeTime, useNow } from '../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../ui/toasts/toast.ts';
import css from './keys-table.module.css';
import { unusedAfterMs } from './scopes.ts';

/** The column that says when a key stops or stopped working, by status. */
const endings = {
  active: { label: 'Expires', timeOf: ({ expiresAt }: ApiKey) => expiresAt },
  inactive: { label: 'Expires', timeOf: ({ expiresAt }: ApiKey) => expiresAt },
  expired: { label: 'Expired', timeOf: ({ expiresAt }: ApiKey) => expiresAt },
  revoked: { label: 'Revoked', timeOf: ({ revokedAt }: ApiKey) => revokedAt },
} as const;

/** Keys of one status, without their secrets. */
export function KeysTable(props: {
  status: ApiKey['status'];
  keys: readonly ApiKey[];
  /** True if keys of several people are listed. */
  showsPeople: boolean;
  onOpen: (dialog: 'edit' | 'rotate', key: ApiKey) => void;
}) {
  const { status, keys, showsPeople, onOpen } = props;
  return (
    <div className={table['frame']}>
      <table className={table['table']}>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col" className={table['wide']}>
              Scopes
            </th>
            <th scope="col" className={table['wide']}>
              Last used
            </th>
            <th scope="col" className={table['wide']}>
              {endings[status].label}
            </th>
            <th scope="col" className={table['roomy']}>
              {showsPeople ? 'Created by' : 'Created'}
            </th>
            <ActionsHeader />
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key._id} apiKey={key} showsPeople={showsPeople} onOpen={(dialog) => onOpen(dialog, key)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface KeyRowProps {
  apiKey: ApiKey;
  showsPeople: boolean;
  onOpen: (dialog: 'edit' | 'rotate') => void;
}

function KeyRow({ apiKey, showsPeople, onOpen }: KeyRowProps) {
  const { workspaces } = useWorkspace();
  const { name, prefix, lastFour, scopes, environment, status, lastUsedAt, createdAt, user } = apiKey;
  const ending = endings[status];
  const endsAt = ending.timeOf(apiKey);
  const workspace = workspaces.find(({ _id }) => _id === apiKey.workspace)?.name;
  return (
    <tr className={table['row']} data-ended={status !== 'active' || undefined}>
      <td className={table['name']}>
        <span className={table['main']}>{name}</span>
        <span className={css['about']}>
          <span className={css['secret']}>
            {prefix}…{lastFour}
          </span>
          <span>
            {environment}
            {workspace !== undefined && `, only ${workspace}`}
          </span>
          <UnusedMark apiKey={apiKey} />
          <EndMark apiKey={apiKey} />
        </span>
        <span className={`${table['sub']} ${table['slim']}`}>
          {showsPeople && (
            <>
              {user.name || user.email}
              <br />
            </>
          )}
          {scopes.join(', ')}
          <br />
          {lastUsedAt === null ? (
            'Never used'
          ) : (
            <>
              Used <RelativeTime iso={lastUsedAt} />
            </>
          )}
          {endsAt !== null && (
            <>
              , {ending.label.toLowerCase()} <RelativeTime iso={endsAt} isAhead />
            </>
          )}
        </span>
      </td>
      <td className={table['wide']}>
        <div className={css['scopes']}>
          {scopes.map((scope) => (
            <span key={scope} className={css['scope']}>
              {scope}
            </span>
          ))}
        </div>
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        {lastUsedAt === null ? 'Never' : <RelativeTime iso={lastUsedAt} />}
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        {endsAt === null ? 'Never' : <RelativeTime iso={endsAt} isAhead />}
      </td>
      <td className={`${table['quiet']} ${table['roomy']}`}>
        {showsPeople && (user.name || user.email)}
        <span className={showsPeople ? table['sub'] : ''}>
          <RelativeTime iso={createdAt} />
        </span>
      </td>
      <td className={`${table['end']} ${table['actions']}`}>
        {(status === 'active' || status === 'inactive') && <KeyMenu apiKey={apiKey} onOpen={onOpen} />}
      </td>
    </tr>
  );
}

/** Marks an active key that has not been used for a long time. */
function UnusedMark({ apiKey: { status, lastUsedAt, createdAt } }: { apiKey: ApiKey }) {
  const now = useNow();
  if (status !== 'active' || now - Date.parse(lastUsedAt ?? createdAt) < unusedAfterMs) return null;
  return (
    <Tip label="Revoke keys that are no longer needed: each one grants access.">
      <Badge c="var(--warn)" bg="var(--warn-ground)" tabIndex={0}>
        Unused for 90 days
      </Badge>
    </Tip>
  );
}

/** Why an inactive key is refused, or until when a replaced one works. */
function EndMark({ apiKey: { status, inactiveReason, validUntil } }: { apiKey: ApiKey }) {
  if (inactiveReason !== null) {
    return (
      <Badge c="var(--warn)" bg="var(--warn-ground)">
        {inactiveReason === 'suspended' ? 'Person suspended' : 'Person removed'}
      </Badge>
    );
  }
  if (status !== 'active' || validUntil === null) return null;
  return (
    <span>
      Replaced, works until <RelativeTime iso={validUntil} isAhead />
    </span>
  );
}

function KeyMenu({ apiKey, onOpen }: Pick<KeyRowProps, 'apiKey' | 'onOpen'>) {
  const isOwn = useMe().user._id === apiKey.user._id;
  const mayRotate = isOwn && apiKey.status === 'active';
  return (
    <ActionMenu
      entries={[
        { label: 'Edit…', icon: 'pencil', onClick: () => onOpen('edit') },
        {
          label: isOwn ? 'Rotate…' : 'Rotate (only by its creator)',
          icon: 'rotate',
          isDisabled: !mayRotate,
          onClick: () => onOpen('rotate'),
        },
        { label: 'Revoke…', icon: 'trash', isDestructive: true, onClick: () => void revoke(apiKey) },
      ]}
    >
      <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${apiKey.name}`}>
        <Icon name="dots" />
      </ActionIcon>
    </ActionMenu>
  );
}

async function revoke({ _id, name, lastFour }: ApiKey): Promise<void> {
  const isSure = await confirm({
    title: `Revoke ${name}?`,
    body: `Requests with the key ending in ${lastFour} are refused immediately. This can’t be undone.`,
    action: 'Revoke key',
  });
  if (!isSure) return;
  try {
    await callApi((client) => client.apiKeys.revoke(_id));
    await queryClient.invalidateQueries({ queryKey: ['keys'] });
    toastDone(`${name} revoked.`);
  } catch (error) {
    toastProblem(error);
  }
}

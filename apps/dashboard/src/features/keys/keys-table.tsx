import { ActionIcon, Badge, Menu, Tooltip } from '@mantine/core';
import type { ApiKey } from '@parley/sdk';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { useMe, useWorkspace } from '../../api/workspace.ts';
import { confirm } from '../../ui/confirm.ts';
import { Icon } from '../../ui/icons.tsx';
import table from '../../ui/table.module.css';
import { RelativeTime, useNow } from '../../ui/time.tsx';
import { toastDone, toastProblem } from '../../ui/toast.ts';
import css from './keys-table.module.css';
import { unusedAfterMs } from './scopes.ts';

/** The column that says when a key stops or stopped working, by status. */
const endings = {
  active: { label: 'Expires', timeOf: ({ expiresAt }: ApiKey) => expiresAt },
  expired: { label: 'Expired', timeOf: ({ expiresAt }: ApiKey) => expiresAt },
  revoked: { label: 'Revoked', timeOf: ({ revokedAt }: ApiKey) => revokedAt },
} as const;

/** Keys of one status, without their secrets. */
export function KeysTable(props: {
  status: ApiKey['status'];
  keys: readonly ApiKey[];
  onRotate: (key: ApiKey) => void;
}) {
  const { status, keys, onRotate } = props;
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
            <th scope="col" className={table['wide']}>
              Created by
            </th>
            <th scope="col" aria-label="Actions" />
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key._id} apiKey={key} onRotate={() => onRotate(key)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: () => void }) {
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
        </span>
        <span className={`${table['sub']} ${table['slim']}`}>
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
              , {ending.label.toLowerCase()} <RelativeTime iso={endsAt} />
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
        {endsAt === null ? 'Never' : <RelativeTime iso={endsAt} />}
      </td>
      <td className={`${table['quiet']} ${table['wide']}`}>
        {user.name || user.email}
        <span className={table['sub']}>
          <RelativeTime iso={createdAt} />
        </span>
      </td>
      <td className={table['end']}>{status === 'active' && <KeyMenu apiKey={apiKey} onRotate={onRotate} />}</td>
    </tr>
  );
}

/** Marks an active key that has not been used for a long time. */
function UnusedMark({ apiKey: { status, lastUsedAt, createdAt } }: { apiKey: ApiKey }) {
  const now = useNow();
  if (status !== 'active' || now - Date.parse(lastUsedAt ?? createdAt) < unusedAfterMs) return null;
  return (
    <Tooltip label="Revoke keys that are no longer needed: each one grants access.">
      <Badge color="orange" tabIndex={0}>
        Unused for 90 days
      </Badge>
    </Tooltip>
  );
}

function KeyMenu({ apiKey, onRotate }: { apiKey: ApiKey; onRotate: () => void }) {
  const isOwn = useMe().user._id === apiKey.user._id;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${apiKey.name}`}>
          <Icon name="dots" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="rotate" />} disabled={!isOwn} onClick={onRotate}>
          {isOwn ? 'Rotate…' : 'Rotate (only by its creator)'}
        </Menu.Item>
        <Menu.Item leftSection={<Icon name="trash" />} color="red" onClick={() => void revoke(apiKey)}>
          Revoke…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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

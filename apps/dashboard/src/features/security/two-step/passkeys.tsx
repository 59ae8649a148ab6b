import { ActionIcon, Badge, Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Passkey, SecondFactor } from '@parley/sdk';
import { Suspense } from 'react';
import { callApi } from '../../../api/client.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { ActionMenu } from '../../../ui/overlays/action-menu.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../../ui/toasts/toast.ts';
import { passkeysWork } from '../../two-step/passkey.ts';
import { countOf, keptBy } from './factors.ts';
import { Kind } from './kind.tsx';
import { reloadFactors } from './reload-factors.ts';
import css from './two-step.module.css';

const AddPasskeyDialog = lazyNamed(() => import('./passkey-dialogs.tsx').then((module) => module.AddPasskeyDialog));
const RenamePasskeyDialog = lazyNamed(() =>
  import('./passkey-dialogs.tsx').then((module) => module.RenamePasskeyDialog),
);

/** The passkeys of the user. */
export function Passkeys({ factors }: { factors: SecondFactor }) {
  const { passkeys } = factors;
  const [isAdding, adding] = useDisclosure(false);
  const kept = passkeys.length === 0 ? undefined : keptBy(factors);
  const work = passkeysWork();
  return (
    <Kind
      icon="fingerprint"
      isOn={passkeys.length > 0}
      title="Passkeys"
      state={
        work
          ? 'Your fingerprint, your face, or a security key. A passkey also signs in without your password.'
          : 'They work in browsers that have them, where Parley is open by a host name with HTTPS, or at localhost.'
      }
      actions={
        <Button size="xs" variant="default" disabled={!work} onClick={adding.open}>
          Add passkey
        </Button>
      }
    >
      {passkeys.length > 0 && (
        <ul className={css['passkeys']} aria-label="Your passkeys">
          {passkeys.map((passkey) => (
            <Row key={passkey._id} passkey={passkey} isKept={kept !== undefined} isLast={countOf(factors) === 1} />
          ))}
        </ul>
      )}
      {kept !== undefined && <p className={css['why']}>{kept}</p>}
      <Suspense>{isAdding && <AddPasskeyDialog passkeys={passkeys} onClose={adding.close} />}</Suspense>
    </Kind>
  );
}

function Row({ passkey, isKept, isLast }: { passkey: Passkey; isKept: boolean; isLast: boolean }) {
  const { name, createdAt, lastUsedAt, backedUp } = passkey;
  const [isRenaming, renaming] = useDisclosure(false);
  return (
    <li className={css['passkey']}>
      <div className={css['words']}>
        <div className={css['name']}>
          {name} {backedUp && <Badge color="gray">Synced</Badge>}
        </div>
        <div className={css['state']}>
          Added <RelativeTime iso={createdAt} />
          {lastUsedAt === null ? (
            ', never used.'
          ) : (
            <>
              , last used <RelativeTime iso={lastUsedAt} />.
            </>
          )}
        </div>
      </div>
      <ActionMenu
        entries={[
          { label: 'Rename…', onClick: renaming.open },
          {
            label: isKept ? 'Remove (required)' : 'Remove…',
            isDestructive: true,
            isDisabled: isKept,
            onClick: () => void remove(passkey, isLast),
          },
        ]}
      >
        <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
          <Icon name="dots" />
        </ActionIcon>
      </ActionMenu>
      <Suspense>{isRenaming && <RenamePasskeyDialog passkey={passkey} onClose={renaming.close} />}</Suspense>
    </li>
  );
}

async function remove({ _id, name }: Passkey, isLast: boolean): Promise<void> {
  const isSure = await confirm({
    title: `Remove the passkey ${name}?`,
    body: isLast
      ? 'It and your recovery codes stop working. Signing in then takes only your password.'
      : 'It no longer signs you in. Your device may still offer it: remove it there, too.',
    action: 'Remove passkey',
  });
  if (!isSure) return;
  try {
    const { message } = await callApi((client) => client.secondFactor.removePasskey(_id));
    await reloadFactors();
    toastDone(message);
  } catch (error) {
    toastProblem(error);
  }
}

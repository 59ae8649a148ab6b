import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { ChannelType } from '@parley/sdk';
import { useEffect } from 'react';
import { CopyButton, useCopy } from '../../ui/code/copy.tsx';
import { prepareConfirmation } from '../../ui/dialogs/confirmation.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import css from './shown-secret.module.css';

/** Labels and purposes of a secret, by the use that its kind names. */
const uses: Readonly<Record<string, { readonly label: string; readonly about: string }>> = {
  identity: {
    label: 'Identity secret',
    about: 'Your server signs tokens with it to prove who a visitor is. You need it only to verify visitors.',
  },
  signature: {
    label: 'Signing secret',
    about: 'It signs requests in both directions. Your program needs it to send messages and to verify replies.',
  },
  hook: {
    label: 'Signing secret',
    about: 'It signs the requests that start a sync. At GitHub, enter it as the secret of the webhook.',
  },
  verification: {
    label: 'Verification token',
    about: 'It proves that requests come from the platform. The steps say where to enter it, if needed.',
  },
};

/** A secret, shown once: after its channel or hook is created, or it is rotated. */
export function ShownSecret(props: {
  use: ChannelType['secret'] | 'hook';
  secret: string;
  done: string;
  onDone: () => void;
}) {
  const { use, secret, done, onDone } = props;
  const { copied, copy } = useCopy(secret);
  useEffect(prepareConfirmation, []);
  const { label, about } = uses[use ?? ''] ?? { label: 'Secret', about: '' };
  const name = use === 'verification' ? 'token' : 'secret';
  return (
    <Stack gap="md">
      <div className={css['warning']}>
        <Icon name="warning" />
        <Text size="sm">
          {use === 'verification' ? 'Copy it now' : 'Copy the secret now and keep it on your server'}. It is never shown
          again.
        </Text>
      </div>
      <TextInput
        label={label}
        description={about}
        value={secret}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: css['secret'] ?? '' }}
        rightSection={<CopyButton text={secret} label={`Copy ${name}`} />}
      />
      <Text size="sm" c="dimmed">
        If you lose it, rotate it for a new one.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
          {copied ? 'Copied' : `Copy ${name}`}
        </Button>
        <Button onClick={onDone}>{done}</Button>
      </Group>
    </Stack>
  );
}

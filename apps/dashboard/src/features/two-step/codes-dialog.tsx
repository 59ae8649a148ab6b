import { Button, Group, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useCopy } from '../../ui/code/copy.tsx';
import { closeSecret } from '../../ui/dialogs/close-secret.ts';
import { prepareConfirmation } from '../../ui/dialogs/confirmation.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import css from './codes-dialog.module.css';
import { codesFile } from './codes-file.ts';

/** Shows recovery codes, which are never shown again, to copy or to download. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { copied, copy } = useCopy(codes.join('\n'));
  useEffect(prepareConfirmation, []);
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(codesFile(codes, location.host))}`;
  return (
    <Dialog onClose={() => void closeSecret('list of codes', onClose)} title="Your recovery codes">
      <Stack gap="md">
        <div className={css['warning']}>
          <Icon name="warning" />
          <Text size="sm">
            Keep them apart from your phone, such as in a password manager. They are never shown again.
          </Text>
        </div>
        <Text size="sm" c="dimmed">
          Without your authenticator app and your passkeys, one of these codes completes a sign-in. Each works once.
        </Text>
        <ol className={css['codes']} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            data-autofocus
            leftSection={<Icon name={copied ? 'check' : 'copy'} />}
            onClick={copy}
          >
            {copied ? 'Copied' : 'Copy codes'}
          </Button>
          <Button
            size="xs"
            variant="default"
            component="a"
            href={file}
            download="parley-recovery-codes.txt"
            leftSection={<Icon name="download" />}
          >
            Download
          </Button>
        </Group>
        <Group justify="flex-end">
          <Button onClick={onClose}>I have kept them</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

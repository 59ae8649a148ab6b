import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { NewApiKey } from '@parley/sdk';
import { useEffect } from 'react';
import { CopyButton, useCopy } from '../../ui/code/copy.tsx';
import { Snippet } from '../../ui/code/snippet.tsx';
import { prepareConfirmation } from '../../ui/dialogs/confirmation.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { firstCall } from './scopes.ts';
import css from './shown-key.module.css';

/** Shows a new key, once, with a request that works as it is. */
export function ShownKey({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  const { copied, copy } = useCopy(made.key);
  useEffect(prepareConfirmation, []);
  return (
    <Stack gap="md">
      <div className={css['warning']}>
        <Icon name="warning" />
        <Text size="sm">Copy the key now and keep it in a safe place. It is never shown again.</Text>
      </div>
      <TextInput
        label={made.name}
        value={made.key}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: css['key'] ?? '' }}
        rightSection={<CopyButton text={made.key} label="Copy key" />}
      />
      <div>
        <Text size="sm" fw={500} mb={6}>
          Try it in a terminal
        </Text>
        <Snippet label="curl command" code={firstCall(made.key, made.scopes, location.origin)} wrap />
      </div>
      <Group justify="flex-end">
        <Button variant="default" leftSection={<Icon name={copied ? 'check' : 'copy'} />} onClick={copy}>
          {copied ? 'Copied' : 'Copy key'}
        </Button>
        <Button onClick={onClose}>I have copied it</Button>
      </Group>
    </Stack>
  );
}

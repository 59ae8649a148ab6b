import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { CopyButton } from '../../ui/code/copy.tsx';
import { Snippet } from '../../ui/code/snippet.tsx';
import { prepareConfirmation } from '../../ui/dialogs/confirmation.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import { type Language, samples } from './samples.ts';
import css from './webhooks.module.css';

/** Shows the secret of a webhook, once, with programs that check signatures by it. */
export function ShownSecret({ secret }: { secret: string }) {
  const [language, setLanguage] = useState<Language>('typescript');
  useEffect(prepareConfirmation, []);
  return (
    <Stack gap="md">
      <div className={css['warning']}>
        <Icon name="warning" />
        <Text size="sm">Copy the secret now and keep it in a safe place. It is never shown again.</Text>
      </div>
      <TextInput
        label="Signing secret"
        value={secret}
        readOnly
        data-autofocus
        onFocus={(event) => event.currentTarget.select()}
        classNames={{ input: css['secret'] ?? '' }}
        rightSection={<CopyButton text={secret} label="Copy secret" />}
      />
      <div>
        <Text size="sm" fw={500} mb={6}>
          Verify requests with it
        </Text>
        <SegmentedControl
          size="xs"
          mb={8}
          aria-label="Language"
          data={Object.entries(samples).map(([value, { label }]) => ({ value, label }))}
          value={language}
          onChange={(next) => setLanguage(next as Language)}
        />
        <Snippet label={`${samples[language].label} code`} code={samples[language].code} />
      </div>
    </Stack>
  );
}

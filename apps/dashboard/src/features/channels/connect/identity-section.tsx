import { Anchor, SegmentedControl, Text } from '@mantine/core';
import type { Channel } from '@parley/sdk';
import { useState } from 'react';
import { Snippet } from '../../../ui/code/snippet.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { type IdentityLanguage, identityCode, identityInPage, identityLanguages } from './identity-code.ts';
import css from './setup-tab.module.css';

const lead =
  'Your server signs a short token for the signed-in user with the channel’s secret. Their conversations then carry ' +
  'your ID for them, on every device.';

/** Code for the customer's server and page that proves who a visitor is. */
export function IdentitySection({ channel: { type, settings } }: { channel: Channel }) {
  const [language, setLanguage] = useState<IdentityLanguage>('TypeScript');
  if (settings['identity'] === 'off') return null;
  return (
    <Section title="Verify who a visitor is" lead={lead}>
      <div className={css['stack']}>
        <SegmentedControl
          aria-label="Language"
          className={css['languages'] ?? ''}
          data={[...identityLanguages]}
          value={language}
          onChange={(value) => setLanguage(value as IdentityLanguage)}
        />
        <Snippet label={`identity, ${language}`} code={identityCode[language]} />
        {type === 'widget' && (
          <>
            <p className={css['about']}>The page hands the token to the widget, before or after it loads:</p>
            <Snippet label="identity in the page" code={identityInPage} />
          </>
        )}
        <Text size="sm" c="dimmed">
          A token is valid for at most 24 hours; ten minutes are enough. If you have lost the secret, rotate it from the
          menu above. The token’s fields are on the{' '}
          <Anchor href="/docs" underline="always">
            API page
          </Anchor>
          .
        </Text>
      </div>
    </Section>
  );
}

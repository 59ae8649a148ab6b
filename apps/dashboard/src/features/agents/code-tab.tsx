import { Anchor, SegmentedControl, Text } from '@mantine/core';
import type { Agent } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { paths } from '../../paths.ts';
import { Section } from '../../ui/page.tsx';
import { Snippet } from '../../ui/snippet.tsx';
import css from './code-tab.module.css';
import { codeFor, type Language, languages, preparations, tasks } from './snippets.ts';

/** Code that calls this agent, with its real ID and this instance's address. */
export function CodeTab({ agent }: { agent: Agent }) {
  const [language, setLanguage] = useState<Language>('curl');
  const target = { origin: location.origin, id: agent._id };
  return (
    <div className={css['tab']}>
      <SegmentedControl
        aria-label="Language"
        data={[...languages]}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
      />
      <Section
        title="Before you begin"
        lead={
          <>
            You need an{' '}
            <Anchor component={Link} to={paths.keys} underline="always">
              API key
            </Anchor>
            . Keep it in the environment, never in the code.
          </>
        }
      >
        <Snippet label="preparation" code={preparations[language]} />
      </Section>
      {tasks.map(({ id, title, scope }) => (
        <Section key={id} title={title} lead={<>Scope: {scope}</>}>
          <Snippet label={`${title}, ${language}`} code={codeFor[id][language](target)} />
        </Section>
      ))}
      <Text c="dimmed" size="sm" mt="xl">
        Every operation is in the{' '}
        <Anchor href="/api/openapi.json" underline="always">
          OpenAPI document
        </Anchor>{' '}
        of this instance.
      </Text>
    </div>
  );
}

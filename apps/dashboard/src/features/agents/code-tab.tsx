import { Anchor, Button, Code, SegmentedControl, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { Agent } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { usePackage } from '../../api/packages.ts';
import { apiReference, paths } from '../../paths.ts';
import { Snippet } from '../../ui/code/snippet.tsx';
import { lazyNamed } from '../../ui/loading/lazy-named.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { Section } from '../../ui/page/page.tsx';
import { snippetScopes } from '../keys/scopes.ts';
import css from './code-tab.module.css';
import { codeFor, type Language, languages, preparations, tasks } from './snippets.ts';

const NewKeyDialog = lazyNamed(() => import('../keys/new-key-dialog.tsx').then((module) => module.NewKeyDialog));

/** Code that calls this agent, with its real ID and this instance's address. */
export function CodeTab({ agent }: { agent: Agent }) {
  const [language, setLanguage] = useState<Language>('curl');
  const [isCreating, creating] = useDisclosure(false);
  const target = { origin: location.origin, id: agent._id };
  const packages = { sdk: usePackage('sdk').data?.path, python: usePackage('python').data?.path };
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
            <Anchor underline="always" renderRoot={(props) => <Link to={paths.keys} {...props} />}>
              API key
            </Anchor>
            . Keep it in the environment, never in the code.
          </>
        }
        action={
          <Button size="xs" leftSection={<Icon name="key" />} onClick={creating.open}>
            Create key
          </Button>
        }
      >
        <Snippet label="preparation" code={preparations[language](target.origin, packages)} />
        {language === 'TypeScript' && <ClientFacts />}
      </Section>
      {tasks.map(({ id, title, scope }) => (
        <Section key={id} title={title} lead={<>Scope: {scope}</>}>
          <Snippet label={`${title}, ${language}`} code={codeFor[id][language](target)} />
        </Section>
      ))}
      <Text c="dimmed" size="sm" mt="xl">
        Every operation is in the{' '}
        <Anchor href={apiReference} underline="always">
          API reference
        </Anchor>{' '}
        of this instance, which shows its{' '}
        <Anchor href="/api/openapi.json" underline="always">
          OpenAPI document
        </Anchor>
        .
      </Text>
      <Suspense>{isCreating && <NewKeyDialog preset={snippetScopes} onClose={creating.close} />}</Suspense>
    </div>
  );
}

/** The version and integrity of the client that this instance serves. */
function ClientFacts() {
  const { data, error } = usePackage('sdk');
  if (error !== null) {
    return (
      <Text c="dimmed" size="sm" mt="xs">
        This instance doesn’t serve the client: its operator can run npm run build.
      </Text>
    );
  }
  return (
    <Text c="dimmed" size="sm" mt="xs" className={css['client']}>
      {data === undefined
        ? 'Served by this instance.'
        : `Version ${data.version}, served by this instance. Integrity: `}
      {data !== undefined && <Code>{data.integrity}</Code>}
    </Text>
  );
}

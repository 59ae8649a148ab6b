import { Button, Code } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMe } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import css from './no-provider.module.css';

/** Says what an agent can do without a model provider, and how to set one up. */
export function NoProvider() {
  const { ownsInstance } = useMe();
  return (
    <section className={css['card']} aria-label="Models">
      <Icon name="sparkle" />
      <div className={css['words']}>
        <b>No model provider is set up.</b> Until one is, agents can use two models: <Code>builtin/extract</Code>{' '}
        answers with quotes from their knowledge, <Code>builtin/echo</Code> repeats the message.
        {!ownsInstance && ' The owner of the instance can add the key of a provider.'}
      </div>
      {ownsInstance && (
        <Button component={Link} to={paths.models} size="xs">
          Set up a provider
        </Button>
      )}
    </section>
  );
}

import { Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.ts';
import { useMe } from '../../api/workspace.ts';
import { EmptyState } from '../../ui/lists/empty-state.tsx';
import { TableSkeleton } from '../../ui/lists/skeletons.tsx';
import { Page, Section } from '../../ui/page/page.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import css from './models-page.module.css';
import { ProviderCard } from './provider-card.tsx';

/** Settings → Models: the providers of the instance and their keys, for its owner. */
export function ModelsPage() {
  const { ownsInstance } = useMe();
  if (!ownsInstance) {
    return (
      <Page narrow title="Models">
        <EmptyState icon="sparkle" title="Only the owner of the instance sets up models">
          Ask the operator of this instance to add the key of a model provider.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page
      narrow
      title="Models"
      lead="The providers that agents of every workspace can use. A key works as soon as it is saved."
    >
      <Providers />
      <Section title="Built in" lead="Two models need no provider and no key.">
        <ul className={css['builtin']}>
          <li>
            <Code>builtin/extract</Code> answers with quotes from the agent’s knowledge. It writes no sentences of its
            own, so an agent without knowledge can’t answer.
          </li>
          <li>
            <Code>builtin/echo</Code> repeats the message. It is for tests.
          </li>
        </ul>
      </Section>
      <Section
        title="Other providers"
        lead={
          <>
            A server with an OpenAI-compatible API, such as Ollama or vLLM, is set up in Parley’s environment:{' '}
            <Code>PARLEY_PROVIDERS=ollama</Code> and <Code>OLLAMA_BASE_URL</Code>. After a restart it is listed here.
          </>
        }
      />
    </Page>
  );
}

function Providers() {
  const { data, error, refetch } = useQuery(queries.modelProviders());
  if (error !== null && data === undefined) return <ProblemNotice error={error} retry={() => void refetch()} />;
  if (data === undefined) return <TableSkeleton rows={2} />;
  return (
    <ul className={css['cards']} aria-label="Providers">
      {data.items.map((provider) => (
        <li key={provider.name}>
          <ProviderCard provider={provider} />
        </li>
      ))}
    </ul>
  );
}

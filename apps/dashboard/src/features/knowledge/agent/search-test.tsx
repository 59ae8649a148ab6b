import { Button, Switch, TextInput } from '@mantine/core';
import type { Agent, KnowledgeQuery } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldLimits } from '../../../api/field-limits.ts';
import { answerQueries } from '../../../api/queries/answer-queries.ts';
import { queries } from '../../../api/queries.ts';
import { TableSkeleton } from '../../../ui/lists/skeletons.tsx';
import { Select } from '../../../ui/overlays/select.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { readFilter } from '../metadata-words.ts';
import { Passages } from './passages.tsx';
import css from './search-test.module.css';

const modes = [
  { value: 'auto', label: 'As in replies' },
  { value: 'lexical', label: 'Words only' },
  { value: 'hybrid', label: 'Words and vectors' },
];

/** Shows what a question finds in the sources of an agent, and why. */
export function SearchTest({ agent }: { agent: Agent }) {
  const [typed, setTyped] = useState('');
  const [mode, setMode] = useState('auto');
  const [rerank, setRerank] = useState(agent.rerank);
  const [query, setQuery] = useState<KnowledgeQuery>();
  const { data: models } = useQuery(queries.models());
  const hasVectors = models !== undefined && models.embedding !== null;
  const hasNone = agent.knowledgeSources.length === 0;
  const [filter, setFilter] = useState('');
  const metadata = readFilter(filter);
  const isReady = typed.trim() !== '' && metadata !== 'wrong';
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (!isReady) return;
    setQuery({
      query: typed.trim(),
      rerank,
      ...(typeof metadata === 'object' && { filter: { metadata } }),
      ...(mode !== 'auto' && { mode: mode as 'lexical' | 'hybrid' }),
    });
    if (query !== undefined) void refetch();
  };
  const { data, error, isFetching, refetch } = useQuery({
    ...answerQueries.search(agent._id, query ?? { query: '' }),
    enabled: query !== undefined,
  });
  return (
    <Section title="Test retrieval" lead="Shows which passages a question finds, and why. Nothing is stored.">
      <form className={css['form']} noValidate aria-label="Test retrieval" onSubmit={ask}>
        <TextInput
          className={css['query'] ?? ''}
          aria-label="Question"
          placeholder="Ask as your users do"
          leftSection={<Icon name="search" />}
          maxLength={fieldLimits.knowledgeQuery}
          disabled={hasNone}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Select
          aria-label="Search by"
          w={160}
          data={modes.map((each) => ({ ...each, disabled: each.value === 'hybrid' && !hasVectors }))}
          allowDeselect={false}
          disabled={hasNone}
          value={mode}
          onChange={(value) => setMode(value ?? 'auto')}
        />
        <TextInput
          className={css['filter'] ?? ''}
          aria-label="Only with metadata"
          placeholder="region=eu"
          disabled={hasNone}
          value={filter}
          onChange={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={hasNone || !isReady} loading={isFetching}>
          Search
        </Button>
        <Switch
          className={css['rerank'] ?? ''}
          label="Reranked by the model"
          size="xs"
          disabled={hasNone}
          checked={rerank}
          onChange={({ currentTarget }) => setRerank(currentTarget.checked)}
        />
      </form>
      <Notes hasNone={hasNone} isWrong={metadata === 'wrong'} hasVectors={models?.embedding !== null} />
      {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      {data === undefined && isFetching && <TableSkeleton rows={3} />}
      {data !== undefined && error === null && <Passages results={data} isStale={isFetching} />}
    </Section>
  );
}

/** Says what a search lacks. */
function Notes({ hasNone, isWrong, hasVectors }: { hasNone: boolean; isWrong: boolean; hasVectors: boolean }) {
  return (
    <>
      {isWrong && (
        <p className={css['none']} role="status">
          Metadata is written as key=value: region=eu, stars=5
        </p>
      )}
      {!hasVectors && !hasNone && (
        <p className={css['none']}>This instance has no embedding model, so it searches by words only.</p>
      )}
      {hasNone && <p className={css['none']}>Attach a source first.</p>}
    </>
  );
}

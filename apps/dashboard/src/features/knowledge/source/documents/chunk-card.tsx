import { ActionIcon, Group, Switch } from '@mantine/core';
import type { KnowledgeChunk, KnowledgeSource } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { callApi } from '../../../../api/client.ts';
import { knowledgeQueries } from '../../../../api/queries/knowledge-queries.ts';
import { queryClient } from '../../../../api/queries.ts';
import { lazyNamed } from '../../../../ui/loading/lazy-named.ts';
import { Icon } from '../../../../ui/page/icons.tsx';
import { toastProblem } from '../../../../ui/toasts/toast.ts';
import type { PlaceSearch } from '../place-search.ts';
import css from './chunk-card.module.css';
import { Highlighted, rangesOf } from './highlighted.tsx';

const ChunkDialog = lazyNamed(() => import('./chunk-dialog.tsx').then((module) => module.ChunkDialog));

/**
 * A chunk: its place, its text, a button that edits it, and a switch that includes it in searches. `above` is the chunk before it, whose
 * headings are not repeated.
 */
export function ChunkCard(props: {
  source: KnowledgeSource;
  chunk: KnowledgeChunk;
  above: KnowledgeChunk | undefined;
  place: PlaceSearch;
  find: string | undefined;
  mayWrite: boolean;
}) {
  const { source, chunk, above, place, find, mayWrite } = props;
  const { number, text, headings, page, enabled, start, edited, pendingText } = chunk;
  const [isEdited, setEdited] = useState(false);
  const isPlace = number === place.chunk;
  const repeats = above?.document === chunk.document && above.headings.join('\n') === headings.join('\n');
  const ranges =
    find !== undefined
      ? rangesOf(text, find)
      : place.from === undefined || place.to === undefined
        ? []
        : [[place.from - start, place.to - start] as const];
  return (
    <li
      className={css['chunk']}
      data-chunk={number}
      data-place={isPlace || undefined}
      data-off={!enabled || undefined}
      tabIndex={isPlace ? -1 : undefined}
    >
      <div className={css['head']}>
        <div className={css['where']}>
          {!repeats && headings.length > 0 && <span className={css['headings']}>{headings.join(' › ')}</span>}
          <span className={css['number']}>
            #{number}
            {page !== null && ` · page ${page}`}
          </span>
          {edited && <span className={css['edited']}>Edited</span>}
          {pendingText !== null && <span className={css['pending']}>Edit is being indexed</span>}
        </div>
        <Group gap="xs" wrap="nowrap">
          {mayWrite && source.type !== 'qa' && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Edit chunk ${number}`}
              onClick={() => setEdited(true)}
            >
              <Icon name="pencil" />
            </ActionIcon>
          )}
          <Enabled source={source} chunk={chunk} mayWrite={mayWrite} />
        </Group>
      </div>
      <p className={css['text']} dir="auto">
        <Highlighted text={text} ranges={ranges} />
      </p>
      <Suspense>{isEdited && <ChunkDialog chunk={chunk} onClose={() => setEdited(false)} />}</Suspense>
    </li>
  );
}

/** Switches a chunk on or off. */
function Enabled({ source, chunk, mayWrite }: { source: KnowledgeSource; chunk: KnowledgeChunk; mayWrite: boolean }) {
  const { number, enabled } = chunk;
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: boolean) =>
      callApi((client) =>
        client.knowledgeSources.chunks.update({ knowledgeSourceId: source._id, number }, { enabled: next }),
      ),
    onSuccess: (changed) => keepChunk(source, changed),
    onError: toastProblem,
  });
  const shown = isPending ? variables : enabled;
  return (
    <Switch
      size="xs"
      labelPosition="left"
      label={shown ? 'Enabled' : 'Disabled'}
      aria-label={`Chunk ${number} enabled`}
      classNames={{ label: css['switch'] ?? '' }}
      disabled={!mayWrite}
      checked={shown}
      onChange={({ currentTarget }) => mutate(currentTarget.checked)}
    />
  );
}

/** Shows a chunk as the service has just returned it, in every list of the source. */
function keepChunk(source: KnowledgeSource, changed: KnowledgeChunk): void {
  const { queryKey } = knowledgeQueries.chunks(source, {});
  queryClient.setQueriesData<{ pages: { items: KnowledgeChunk[] }[] }>({ queryKey: queryKey.slice(0, -1) }, (old) =>
    old === undefined
      ? undefined
      : {
          ...old,
          pages: old.pages.map((page) => ({
            ...page,
            items: page.items.map((each) => (each.number === changed.number ? changed : each)),
          })),
        },
  );
}

import { Button } from '@mantine/core';
import type { Conversation, Message } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { Markdown } from '../../../ui/markdown/markdown.tsx';
import css from './suggest.module.css';
import { useFreeWriter } from './use-free-writer.ts';

/** The language in which the user reads: its tag, and its own name for it. */
function readingLanguage() {
  const tag = navigator.language.split('-', 1)[0] || 'en';
  return { tag, name: new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag };
}

/** A message in the language of the user, on request. It is asked for once, and kept while the page is open. */
export function Translation({ message, of }: { message: Message; of: Conversation }) {
  const { _id, conversation } = message;
  const [isWanted, setWanted] = useState(false);
  const { tag, name } = readingLanguage();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['translation', _id, tag],
    queryFn: () =>
      callApi((client) =>
        client.conversations.suggest(conversation, { kind: 'translation', message: _id, language: tag }),
      ),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const mayTranslate = useFreeWriter(of);
  const press = () => {
    if (isWanted && error !== null) void refetch();
    else setWanted(!isWanted);
  };
  if (!mayTranslate) return null;
  return (
    <div className={css['translation']} data-shown={isWanted || undefined}>
      <Button size="compact-xs" variant="subtle" color="gray" loading={isFetching} onClick={press}>
        {isWanted && data !== undefined ? 'Hide the translation' : `Translate (${name})`}
      </Button>
      {isWanted && (
        <div role="status">
          {data !== undefined && (
            <div className={css['translated']} dir="auto" lang={tag}>
              <Markdown text={data.text} />
            </div>
          )}
          {error !== null && <p className={css['hint']}>{error.message}</p>}
        </div>
      )}
    </div>
  );
}

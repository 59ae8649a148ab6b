import { Button, Input, Textarea } from '@mantine/core';
import { Suspense, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { fieldLimits } from '../../../api/field-limits.ts';
import { lazyNamed } from '../../../ui/loading/lazy-named.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { findText } from './find-text.ts';
import css from './prompt-editor.module.css';

const FindBar = lazyNamed(() => import('./prompt-find.tsx').then((module) => module.FindBar));
const Marks = lazyNamed(() => import('./prompt-find.tsx').then((module) => module.Marks));

interface PromptEditorProps {
  value?: string;
  onChange?: (value: React.ChangeEvent<HTMLTextAreaElement>) => void;
  error?: React.ReactNode;
  readOnly?: boolean;
}

/** A large field for the system prompt, which finds words in it, with a token estimate. */
export function PromptEditor({ value = '', error, readOnly = false, ...rest }: PromptEditorProps) {
  const tokens = useTokenCount(value);
  const [field, setField] = useState<HTMLTextAreaElement | null>(null);
  const find = useFind(value, field);
  const characters = `${value.length.toLocaleString('en')} of ${fieldLimits.systemPrompt.toLocaleString('en')} characters`;
  return (
    <Input.Wrapper
      label="System prompt"
      labelProps={{ htmlFor: 'system-prompt' }}
      description="The instructions for every reply: who the agent is, how it replies, what it must not do."
      error={error}
      className={css['editor'] ?? ''}
    >
      {find.search === undefined ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-xs"
          className={css['find'] ?? ''}
          leftSection={<Icon name="search" size={13} />}
          onClick={find.open}
        >
          Find
        </Button>
      ) : (
        <Suspense>
          <FindBar search={find.search} onWords={find.setWords} onStep={find.step} onClose={find.close} />
        </Suspense>
      )}
      <div className={css['place']}>
        {find.search !== undefined && field !== null && find.search.hits.length > 0 && (
          <Suspense>
            <Marks text={value} search={find.search} field={field} />
          </Suspense>
        )}
        <Textarea
          id="system-prompt"
          ref={setField}
          autosize
          minRows={14}
          maxRows={36}
          readOnly={readOnly}
          value={value}
          error={error !== undefined && error !== null}
          placeholder="You answer our customers’ questions…"
          classNames={{ wrapper: css['wrapper'] ?? '', input: css['input'] ?? '' }}
          {...rest}
        />
      </div>
      <div className={css['counts']}>
        <span>{tokens === undefined ? 'Counting tokens…' : `About ${tokens.toLocaleString('en')} tokens`}</span>
        <span>{characters}</span>
      </div>
    </Input.Wrapper>
  );
}

/** Finds words in the text of a field. `search` is undefined while the search is closed. */
function useFind(text: string, field: HTMLTextAreaElement | null) {
  const [words, setWords] = useState<string>();
  const [asked, setAsked] = useState(0);
  const settled = useDeferredValue(text);
  const hits = useMemo(() => findText(settled, words ?? ''), [settled, words]);
  const current = Math.min(asked, Math.max(0, hits.length - 1));
  // Places of an older text would be marked in the wrong lines.
  const shown = settled === text ? hits : [];
  return {
    search: words === undefined ? undefined : { words, hits: shown, current },
    open: () => {
      setAsked(0);
      setWords(field === null ? '' : field.value.slice(field.selectionStart, field.selectionEnd).split('\n')[0]);
    },
    setWords: (next: string) => {
      setAsked(0);
      setWords(next);
    },
    step: (step: 1 | -1) => {
      if (hits.length > 0) setAsked((current + step + hits.length) % hits.length);
    },
    /** Closes the search; the place that was shown is selected in the field. */
    close: () => {
      setWords(undefined);
      field?.focus();
    },
  };
}

/** Estimates the tokens of a text. The tables load after the page has rendered. */
function useTokenCount(text: string): number | undefined {
  const settled = useDeferredValue(text);
  const [tokens, setTokens] = useState<number>();
  useEffect(() => {
    let isCurrent = true;
    void import('tokenx').then(({ estimateTokenCount }) => {
      if (isCurrent) setTokens(estimateTokenCount(settled));
    });
    return () => {
      isCurrent = false;
    };
  }, [settled]);
  return tokens;
}

import { Input, Textarea } from '@mantine/core';
import { useDeferredValue, useEffect, useState } from 'react';
import css from './prompt-editor.module.css';

/** Max length of a system prompt, as in the API. */
const maxCharacters = 100_000;

interface PromptEditorProps {
  value?: string;
  onChange?: (value: React.ChangeEvent<HTMLTextAreaElement>) => void;
  error?: React.ReactNode;
  readOnly?: boolean;
}

/** A large field for the system prompt, with a token estimate. */
export function PromptEditor({ value = '', error, readOnly = false, ...rest }: PromptEditorProps) {
  const tokens = useTokenCount(value);
  const characters = `${value.length.toLocaleString('en')} of ${maxCharacters.toLocaleString('en')} characters`;
  return (
    <Input.Wrapper
      label="System prompt"
      labelProps={{ htmlFor: 'system-prompt' }}
      description="The instructions for every reply: who the agent is, how it replies, what it must not do."
      error={error}
    >
      <Textarea
        id="system-prompt"
        mt={6}
        autosize
        minRows={14}
        maxRows={36}
        readOnly={readOnly}
        value={value}
        error={error !== undefined && error !== null}
        placeholder="You answer our customers’ questions…"
        classNames={{ input: css['input'] ?? '' }}
        {...rest}
      />
      <div className={css['counts']}>
        <span>{tokens === undefined ? 'Counting tokens…' : `About ${tokens.toLocaleString('en')} tokens`}</span>
        <span>{characters}</span>
      </div>
    </Input.Wrapper>
  );
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

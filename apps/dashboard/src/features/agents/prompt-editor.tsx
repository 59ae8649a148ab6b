import { Input, Textarea } from '@mantine/core';
import { useDeferredValue, useMemo } from 'react';
import { estimateTokenCount } from 'tokenx';
import css from './prompt-editor.module.css';

/** The most characters that the service takes. */
const maxCharacters = 100_000;

interface PromptEditorProps {
  value?: string;
  onChange?: (value: React.ChangeEvent<HTMLTextAreaElement>) => void;
  error?: React.ReactNode;
  readOnly?: boolean;
}

/** A comfortable field for the instructions, with an estimate of their tokens. */
export function PromptEditor({ value = '', error, readOnly = false, ...rest }: PromptEditorProps) {
  const settled = useDeferredValue(value);
  const tokens = useMemo(() => estimateTokenCount(settled), [settled]);
  const characters = `${value.length.toLocaleString('en')} of ${maxCharacters.toLocaleString('en')} characters`;
  return (
    <Input.Wrapper
      label="System prompt"
      labelProps={{ htmlFor: 'system-prompt' }}
      description="What the agent is told before every conversation: who it is, how it answers, what it must not do."
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
        placeholder="You answer questions of our customers…"
        classNames={{ input: css['input'] ?? '' }}
        {...rest}
      />
      <div className={css['counts']}>
        <span>About {tokens.toLocaleString('en')} tokens</span>
        <span>{characters}</span>
      </div>
    </Input.Wrapper>
  );
}

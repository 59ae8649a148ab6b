import { ActionIcon, Textarea } from '@mantine/core';
import { type ReactNode, Suspense, useState } from 'react';
import { fieldLimits } from '../../api/field-limits.ts';
import { Tip } from '../../ui/overlays/tip.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import css from './composer.module.css';
import { keepDraft, readDraft } from './stored-drafts.ts';
import { type Slash, useSlash } from './use-slash.ts';

/**
 * The input for a message. Enter sends, Shift+Enter starts a new line. `onSend` resolves to whether the message was
 * accepted; a refused one returns to the input. `draft` is the key under which unsent text is kept. `onStop` stops the
 * current reply; set only while there is one. `picker` shows what a `/` in the text can be replaced by.
 */
export function Composer(props: {
  draft: string;
  label: string;
  placeholder: string;
  disabled?: boolean;
  onSend: (content: string) => Promise<boolean>;
  onStop?: (() => void) | undefined;
  picker?: ((slash: Slash) => ReactNode) | undefined;
}) {
  const { draft, label, placeholder, disabled = false, onSend, onStop, picker } = props;
  const [text, setText] = useState(() => readDraft(draft));
  const type = (typed: string) => {
    setText(typed);
    keepDraft(draft, typed);
  };
  const slash = useSlash(text, type, picker !== undefined);
  const canSend = text.trim() !== '' && !disabled && onStop === undefined;
  const send = async () => {
    if (!canSend) return;
    const content = text.trim();
    type('');
    if (await onSend(content)) return;
    setText((typed) => typed || content);
    keepDraft(draft, content);
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (slash.onKey(event)) return;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <form
      className={css['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {slash.open !== undefined && <Suspense>{picker?.(slash.open)}</Suspense>}
      <Textarea
        className={css['field'] ?? ''}
        classNames={{ input: css['input'] ?? '' }}
        variant="unstyled"
        aria-label={label}
        dir="auto"
        placeholder={placeholder}
        autosize
        minRows={1}
        maxRows={10}
        maxLength={fieldLimits.message}
        disabled={disabled}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...slash.field}
      />
      {onStop === undefined ? (
        <Tip label="Send (Enter)">
          <ActionIcon type="submit" size={32} radius="md" color="accent" aria-label="Send" disabled={!canSend}>
            <Icon name="send" />
          </ActionIcon>
        </Tip>
      ) : (
        <Tip label="Stop the reply">
          <ActionIcon variant="default" size={32} radius="md" aria-label="Stop the reply" onClick={onStop}>
            <Icon name="stop" />
          </ActionIcon>
        </Tip>
      )}
    </form>
  );
}

import { ActionIcon, Textarea } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { fieldLimits } from '../../api/field-limits.ts';
import { autoDirection } from '../../ui/forms/auto-direction.ts';
import { Tip } from '../../ui/overlays/tip.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import css from './composer.module.css';
import type { useComposer } from './use-composer.ts';

/**
 * The input for a message. Enter sends, Shift+Enter starts a new line. `onStop` stops the current reply; set only while
 * there is one. `above` is shown over the field, whose keys `onKey` gets first; it returns true for one that it took.
 */
export function Composer(props: {
  composer: ReturnType<typeof useComposer>;
  label: string;
  placeholder: string;
  /** The word for sending. */
  action?: string;
  disabled?: boolean;
  onStop?: (() => void) | undefined;
  above?: ReactNode;
  onKey?: (event: React.KeyboardEvent) => boolean;
  field?: ComponentProps<typeof Textarea>;
}) {
  const { composer, label, placeholder, action = 'Send', disabled = false, onStop, above, onKey, field } = props;
  const { text, type } = composer;
  const canSend = text.trim() !== '' && !disabled && onStop === undefined;
  const send = () => {
    if (canSend) void composer.send();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (onKey?.(event) === true) return;
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={css['composer']}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {above}
      <Textarea
        className={css['field'] ?? ''}
        classNames={{ input: css['input'] ?? '' }}
        variant="unstyled"
        aria-label={label}
        attributes={autoDirection}
        placeholder={placeholder}
        autosize
        minRows={1}
        maxRows={10}
        maxLength={fieldLimits.message}
        disabled={disabled}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...field}
      />
      {onStop === undefined ? (
        <Tip label={`${action} (Enter)`}>
          <ActionIcon type="submit" size={32} radius="md" color="accent" aria-label={action} disabled={!canSend}>
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

import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Channel } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorsByPath } from '../../../api/errors.ts';
import { keepChannel } from '../../../api/queries/channel-queries.ts';
import { retryTimeOf } from '../../../api/rate-limit.ts';
import { useRefused } from '../../../ui/forms/use-refused.ts';
import { isBeside } from './beside.ts';
import { type ChannelValues, type Codec, changesOf, isChanged, validateChannel, valuesOf } from './channel-values.ts';
import { saveOver } from './save-over.ts';

/** The form of a channel and what it does. */
export interface ChannelEditor<Settings extends object> {
  readonly form: UseFormReturnType<ChannelValues<Settings>>;
  readonly isDirty: boolean;
  readonly isPending: boolean;
  readonly problem: unknown;
  /** When a refused form can be sent again (ms since 1970). */
  readonly retryAt: number | undefined;
  readonly save: (event?: React.FormEvent<HTMLFormElement>) => void;
  readonly undo: () => void;
}

/**
 * Edits a channel: saves what has changed, and shows what others save as long as nothing is typed here. If a field is
 * wrong, `onRefused` can show its part of the form, and the field gets the focus.
 */
export function useChannelEditor<Settings extends object>(
  channel: Channel,
  codec: Codec<Settings>,
  onRefused?: () => void,
): ChannelEditor<Settings> {
  const [base, setBase] = useState(() => valuesOf(channel, codec));
  const form = useForm<ChannelValues<Settings>>({
    initialValues: base,
    validate: (values) => validateChannel(values, codec),
  });
  const changes = changesOf(form.values, base, codec);
  const isDirty = isChanged(changes);
  const adopted = useRef(channel);
  const adopt = (stored: Channel) => {
    adopted.current = stored;
    const values = valuesOf(stored, codec);
    setBase(values);
    form.setValues(values);
    form.clearErrors();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news from the service count, not each keystroke.
  useEffect(() => {
    const { updatedAt, status } = adopted.current;
    const isNews = channel.updatedAt !== updatedAt || channel.status !== status;
    // Compares with the current input: the values of this rendering may be older.
    if (isNews && !isChanged(changesOf(form.getValues(), base, codec))) adopt(channel);
  }, [channel.updatedAt, channel.status]);
  const sent = useRef<HTMLFormElement>(undefined);
  const refuse = useRefused();
  const refused = (sentForm: HTMLFormElement | undefined, errors: object) => {
    const count = Object.keys(errors).length;
    if (count > 0) onRefused?.();
    refuse(sentForm, count);
  };
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => saveOver(channel._id, changes, (stored) => changesOf(valuesOf(stored, codec), base, codec)),
    onSuccess: (saved) => {
      if (saved === undefined) return;
      keepChannel(saved);
      adopt(saved);
    },
    onError: (failure) => {
      const errors = errorsByPath(failure);
      form.setErrors(errors);
      refused(sent.current, errors);
    },
  });
  return {
    form,
    isDirty,
    isPending,
    problem: error === null || isBeside(error, form.values) ? undefined : error,
    retryAt: retryTimeOf(error),
    save: form.onSubmit(
      (_values, event) => {
        if (!isDirty || isPending) return;
        sent.current = event?.currentTarget;
        mutate();
      },
      (errors, _values, event) => refused(event?.currentTarget, errors),
    ),
    undo: () => {
      reset();
      adopt(channel);
    },
  };
}

import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ChannelType, NewChannel } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { callApi } from '../../../api/client.ts';
import { errorsByPath } from '../../../api/errors.ts';
import { retryTimeOf } from '../../../api/rate-limit.ts';
import { SubmitButton } from '../../../ui/forms/submit-button.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { isWeb } from '../channel-words.ts';
import { isBeside } from '../edit/beside.ts';
import { Checked } from '../edit/checked.tsx';
import { type FormSettings, fieldsOf, fromFormSettings, toFormSettings, validateFields } from '../edit/schema.ts';
import { SchemaFields } from '../edit/schema-fields.tsx';
import { useSettingsCheck } from '../edit/use-settings-check.ts';

interface FormProps {
  readonly agentId: string;
  readonly kind: ChannelType;
  readonly onMade: (channel: NewChannel) => void;
  readonly onClose: () => void;
}

/** A chat without a greeting is an empty box. */
const firstGreeting = 'Hello! How can we help?';

/** The form of a new channel and what it does. */
function useNewChannel({ agentId, kind, onMade }: Omit<FormProps, 'onClose'>) {
  const fields = useMemo(() => (isWeb(kind.type) ? [] : fieldsOf(kind.settings)), [kind]);
  const form = useForm<{ name: string; greeting: string; settings: FormSettings }>({
    initialValues: { name: kind.title, greeting: firstGreeting, settings: toFormSettings(fields, {}) },
    validate: ({ name, greeting, settings }) => ({
      name: name.trim() === '' ? 'Enter a name.' : null,
      greeting: greeting.trim().length > 500 ? 'Must have at most 500 characters.' : null,
      ...Object.fromEntries(
        Object.entries(validateFields(fields, settings, true)).map(([field, text]) => [`settings.${field}`, text]),
      ),
    }),
  });
  const onError = (failure: Error) => form.setErrors(errorsByPath(failure));
  const creation = useMutation({
    mutationFn: ({ name, greeting, settings }: typeof form.values) =>
      callApi((client) =>
        client.channels.create(agentId, {
          type: kind.type,
          name: name.trim(),
          settings: isWeb(kind.type) ? { greeting: greeting.trim() } : fromFormSettings(fields, settings),
        }),
      ),
    // The secret goes with the dialog.
    gcTime: 0,
    onSuccess: onMade,
    onError,
  });
  const check = useSettingsCheck({ agentId, type: kind.type, onError });
  return { fields, form, creation, check, settings: fromFormSettings(fields, form.values.settings) };
}

/**
 * The name of a new channel, and the settings of its kind unless they have an editor of their own. If the platform can
 * be asked, it is before the channel is created; a refusal can be mended, or overridden.
 */
export function NewChannelForm({ agentId, kind, onMade, onClose }: FormProps) {
  const { fields, form, creation, check, settings } = useNewChannel({ agentId, kind, onMade });
  const element = useRef<HTMLFormElement>(null);
  const found = check.foundOf(settings);
  const isBusy = creation.isPending || check.isPending;
  const error = creation.error ?? check.error;
  const submit = async (values: typeof form.values) => {
    if (isBusy) return;
    const checked = kind.isTried ? (found ?? (await check.ask(settings))) : undefined;
    if (!kind.isTried || checked?.ok === true) creation.mutate(values);
  };
  const toFields = () => element.current?.querySelector<HTMLElement>('[data-settings] input')?.focus();
  const ask = form.onSubmit(() => void check.ask(settings));
  const isRefused = found?.ok === false;
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A long form would hide the result of the check.
    if (found !== undefined) actions.current?.scrollIntoView({ block: 'nearest' });
  }, [found]);
  return (
    <form ref={element} onSubmit={form.onSubmit((values) => void submit(values))} noValidate>
      <Stack gap="md">
        {error !== null && !isBeside(error, form.values) && <ProblemNotice error={error} />}
        <TextInput
          label="Name"
          description="For your team; you can change it later."
          data-autofocus
          {...form.getInputProps('name')}
        />
        {isWeb(kind.type) && (
          <Textarea
            label="Greeting"
            description="The first text that a new visitor reads."
            autosize
            maxRows={6}
            {...form.getInputProps('greeting')}
          />
        )}
        <div data-settings>
          <SchemaFields fields={fields} form={form} readOnly={false} />
        </div>
        <Checked found={found}>
          <Text size="sm" c="dimmed">
            Nothing is saved yet. If you add it anyway, it receives and sends nothing until its settings are corrected.
          </Text>
        </Checked>
        <Group justify="flex-end" ref={actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          {isRefused ? (
            <>
              <Button variant="default" loading={creation.isPending} onClick={() => creation.mutate(form.values)}>
                Add anyway
              </Button>
              <Button onClick={toFields}>Fix</Button>
            </>
          ) : (
            <>
              {kind.isTried && (
                <Button variant="default" loading={check.isPending} onClick={() => ask()}>
                  Check
                </Button>
              )}
              <SubmitButton
                submission={{ isPending: creation.isPending, retryAt: retryTimeOf(error) }}
                disabled={isBusy}
              >
                Add channel
              </SubmitButton>
            </>
          )}
        </Group>
      </Stack>
    </form>
  );
}

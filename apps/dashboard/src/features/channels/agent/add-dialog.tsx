import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ChannelType, NewChannel } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { renewChannels } from '../../../api/channel-queries.ts';
import { callApi } from '../../../api/client.ts';
import { errorsByPath } from '../../../api/errors.ts';
import { retryTimeOf } from '../../../api/limits.ts';
import { paths } from '../../../paths.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ProblemNotice } from '../../../ui/problem.tsx';
import { SubmitButton } from '../../../ui/submit-button.tsx';
import { isWeb } from '../channel-words.ts';
import { isBeside } from '../edit/beside.ts';
import { type FormSettings, fieldsOf, fromFormSettings, toFormSettings, validateField } from '../edit/schema.ts';
import { SchemaFields } from '../edit/schema-fields.tsx';
import { ShownSecret } from '../shown-secret.tsx';

/**
 * Creates a channel and shows its secret once; the secret exists only in this component. Then it opens the channel: a
 * chat on the web at its editor, any other kind at what is to be set up.
 */
export function AddDialog({ agentId, kind, onClose }: { agentId: string; kind: ChannelType; onClose: () => void }) {
  const navigate = useNavigate();
  const [made, setMade] = useState<NewChannel>();
  const open = async ({ _id }: NewChannel) => {
    onClose();
    const to = isWeb(kind.type) ? paths.channel : paths.channelSetup;
    await navigate({ to, params: { agentId, channelId: _id } });
  };
  const hasSecret = made !== undefined && made.secret !== null;
  return (
    <Dialog
      onClose={hasSecret ? () => void open(made) : onClose}
      size={520}
      title={hasSecret ? 'Its secret' : `Add ${kind.title.toLowerCase()}`}
      // A click outside the dialog must not lose a secret that can't be shown again.
      closeOnClickOutside={!hasSecret}
      closeOnEscape={!hasSecret}
    >
      {hasSecret ? (
        <ShownSecret use={kind.secret} secret={made.secret ?? ''} done="Continue" onDone={() => void open(made)} />
      ) : (
        <NewChannelForm
          agentId={agentId}
          kind={kind}
          onMade={(channel) => {
            renewChannels();
            setMade(channel);
            if (channel.secret === null) void open(channel);
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

interface FormProps {
  readonly agentId: string;
  readonly kind: ChannelType;
  readonly onMade: (channel: NewChannel) => void;
  readonly onClose: () => void;
}

/** The name of a new channel, and the settings of its kind unless they have an editor of their own. */
function NewChannelForm({ agentId, kind, onMade, onClose }: FormProps) {
  const fields = useMemo(() => (isWeb(kind.type) ? [] : fieldsOf(kind.settings)), [kind]);
  const form = useForm<{ name: string; settings: FormSettings }>({
    initialValues: { name: kind.title, settings: toFormSettings(fields, {}) },
    validate: ({ name, settings }) => ({
      name: name.trim() === '' ? 'Give the channel a name.' : null,
      ...Object.fromEntries(
        fields.map((field) => [`settings.${field.name}`, validateField(field, settings[field.name] ?? '', true)]),
      ),
    }),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ name, settings }: typeof form.values) =>
      callApi((client) =>
        client.channels.create(agentId, {
          type: kind.type,
          name: name.trim(),
          settings: fromFormSettings(fields, settings),
        }),
      ),
    // The secret goes with the dialog.
    gcTime: 0,
    onSuccess: onMade,
    onError: (failure) => form.setErrors(errorsByPath(failure)),
  });
  return (
    <form onSubmit={form.onSubmit((values) => (isPending ? undefined : mutate(values)))} noValidate>
      <Stack gap="md">
        <Text c="dimmed">{kind.description}</Text>
        {error !== null && !isBeside(error, form.values) && <ProblemNotice error={error} />}
        <TextInput
          label="Name"
          description="For your team; you can change it later."
          data-autofocus
          {...form.getInputProps('name')}
        />
        <SchemaFields fields={fields} form={form} readOnly={false} isNew />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton submission={{ isPending, retryAt: retryTimeOf(error) }}>Add channel</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

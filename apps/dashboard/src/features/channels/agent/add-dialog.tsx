import { Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ChannelType, NewChannel } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { renewChannels } from '../../../api/queries/channel-queries.ts';
import { paths } from '../../../paths.ts';
import { closeSecret } from '../../../ui/dialogs/close-secret.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { isWeb } from '../channel-words.ts';
import { StepList } from '../connect/step-list.tsx';
import { asksForToken } from '../connect/steps.ts';
import { fieldsOf } from '../edit/schema.ts';
import { ShownSecret } from '../shown-secret.tsx';
import css from './add-dialog.module.css';
import { NewChannelForm } from './new-channel-form.tsx';

/** Min screen width for the steps beside the form. */
const wide = '(min-width: 900px)';

/**
 * Creates a channel and shows its secret once; the secret exists only in this component. Then it opens the channel: a
 * chat on the web at its editor, any other kind at its set-up. The form lists beside its fields what it needs from a
 * platform.
 */
export function AddDialog({ agentId, kind, onClose }: { agentId: string; kind: ChannelType; onClose: () => void }) {
  const navigate = useNavigate();
  const [made, setMade] = useState<NewChannel>();
  const open = async ({ _id }: NewChannel) => {
    onClose();
    const to = isWeb(kind.type) ? paths.channel : paths.channelSetup;
    await navigate({ to, params: { agentId, channelId: _id } });
  };
  if (made !== undefined && isSecretShown(kind, made)) {
    const isToken = kind.secret === 'verification';
    return (
      <Dialog
        onClose={() => void closeSecret(isToken ? 'token' : 'secret', () => void open(made))}
        size={520}
        title={isToken ? 'Its verification token' : 'Its secret'}
      >
        <ShownSecret use={kind.secret} secret={made.secret ?? ''} done="Continue" onDone={() => void open(made)} />
      </Dialog>
    );
  }
  const isGuided = !isWeb(kind.type) && fieldsOf(kind.settings).some(({ isRequired }) => isRequired);
  return (
    <Dialog
      onClose={onClose}
      size={isGuided ? 960 : 520}
      title={`Add ${titleOf(kind)}`}
      // A token isn't typed twice because of a click beside the dialog.
      closeOnClickOutside={!isGuided}
    >
      <div className={css['columns']} data-guided={isGuided || undefined}>
        <Text c="dimmed" className={css['about'] ?? ''}>
          {kind.description}
        </Text>
        {isGuided && <Guide steps={kind.steps} />}
        <NewChannelForm
          agentId={agentId}
          kind={kind}
          onMade={(channel) => {
            renewChannels();
            setMade(channel);
            if (!isSecretShown(kind, channel)) void open(channel);
          }}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}

/**
 * True if a person needs the secret of a channel. If the service itself passes the secret to the platform, it isn't
 * shown.
 */
const isSecretShown = ({ secret: use, steps }: ChannelType, { secret }: NewChannel) =>
  secret !== null && (use !== 'verification' || asksForToken(steps));

/** The title in a sentence: `website widget`, but `Telegram`. */
const titleOf = ({ title, type }: ChannelType) => (isWeb(type) || type === 'webhook' ? title.toLowerCase() : title);

/** The steps of a kind, which tell where its settings are found. On a narrow screen they open on demand. */
function Guide({ steps }: { steps: readonly string[] }) {
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false });
  return (
    <details className={css['guide']} open={isWide}>
      <summary>Steps, from the beginning</summary>
      <StepList steps={steps} channel={undefined} />
    </details>
  );
}

import type { Channel, ChannelType } from '@parley/sdk';
import { useState } from 'react';
import { callApi } from '../../../api/client.ts';
import { keepChannel } from '../../../api/queries/channel-queries.ts';
import { closeSecret } from '../../../ui/dialogs/close-secret.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { RotationForm } from '../../../ui/dialogs/rotation-form.tsx';
import { ShownSecret } from '../shown-secret.tsx';

interface RotateProps {
  readonly channel: Channel;
  readonly kind: ChannelType;
  readonly onClose: () => void;
}

/** Replaces the secret of a channel. The old one stays valid for a while, so that servers can switch. */
export function RotateDialog({ channel, kind, onClose }: RotateProps) {
  const [secret, setSecret] = useState<string>();
  return (
    <Dialog
      onClose={() => (secret === undefined ? onClose() : void closeSecret('secret', onClose))}
      size={520}
      title={secret === undefined ? 'Rotate secret' : 'Your new secret'}
    >
      {secret === undefined ? (
        <RotationForm
          lead="You get a new secret. The old one stays valid for the time you choose."
          keep={{ label: 'Keep the old secret for', end: 'End it now' }}
          action="Rotate secret"
          rotate={(overlapHours) => callApi((client) => client.channels.rotateSecret(channel._id, { overlapHours }))}
          onMade={({ channel: rotated, secret: made }) => {
            keepChannel(rotated);
            if (made === null) onClose();
            else setSecret(made);
          }}
          onClose={onClose}
        />
      ) : (
        <ShownSecret use={kind.secret} secret={secret} done="I have copied it" onDone={onClose} />
      )}
    </Dialog>
  );
}

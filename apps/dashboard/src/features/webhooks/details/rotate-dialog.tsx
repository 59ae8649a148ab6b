import { Button, Group } from '@mantine/core';
import type { Webhook, WebhookWithSecret } from '@parley/sdk';
import { useState } from 'react';
import { closeSecret } from '../../../ui/dialogs/close-secret.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { RotationForm } from '../../../ui/dialogs/rotation-form.tsx';
import { ShownSecret } from '../shown-secret.tsx';
import { webhookCalls } from '../webhook-calls.ts';

/** Replaces the secret of a webhook. The old one also signs for a while, so that the receiver can switch. */
export function RotateDialog({ webhook: { _id }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [made, setMade] = useState<WebhookWithSecret>();
  return (
    <Dialog
      onClose={() => (made === undefined ? onClose() : void closeSecret('secret', onClose))}
      size={620}
      title={made === undefined ? 'Rotate secret' : 'The new secret'}
    >
      {made === undefined ? (
        <RotationForm
          lead="Requests are signed with a new secret. For the time you choose, they have a second signature of the old one."
          keep={{ label: 'Keep the old secret for', end: 'End it now' }}
          action="Rotate secret"
          rotate={(overlapHours) => webhookCalls.rotate(_id, overlapHours)}
          onMade={setMade}
          onClose={onClose}
        />
      ) : (
        <>
          <ShownSecret secret={made.secret} />
          <Group justify="flex-end" mt="lg">
            <Button onClick={onClose}>I have copied it</Button>
          </Group>
        </>
      )}
    </Dialog>
  );
}

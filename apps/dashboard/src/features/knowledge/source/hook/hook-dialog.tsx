import type { KnowledgeSourceHook } from '@parley/sdk';
import { useState } from 'react';
import { callApi } from '../../../../api/client.ts';
import { knowledgeQueries } from '../../../../api/queries/knowledge-queries.ts';
import { queryClient } from '../../../../api/queries.ts';
import { closeSecret } from '../../../../ui/dialogs/close-secret.ts';
import { Dialog } from '../../../../ui/dialogs/dialog.tsx';
import { RotationForm } from '../../../../ui/dialogs/rotation-form.tsx';
import { ShownSecret } from '../../../channels/shown-secret.tsx';

interface HookProps {
  readonly hook: KnowledgeSourceHook;
  readonly onClose: () => void;
}

/** Creates the hook of a source, or rotates its secret, and shows the secret once. */
export function HookDialog({ hook, onClose }: HookProps) {
  const [secret, setSecret] = useState<string>();
  const [isRotation] = useState(hook.active);
  const title = isRotation ? 'Rotate secret' : 'Create hook';
  return (
    <Dialog
      onClose={() => (secret === undefined ? onClose() : void closeSecret('secret', onClose))}
      size={520}
      title={secret === undefined ? title : 'Your new secret'}
    >
      {secret === undefined ? (
        <RotationForm
          lead={
            isRotation
              ? 'You get a new secret. The old one stays valid for the time you choose.'
              : 'You get an address and a secret, which is shown once.'
          }
          keep={isRotation ? { label: 'Keep the old secret for', end: 'End it now' } : undefined}
          action={title}
          rotate={(overlapHours) =>
            callApi((client) => client.knowledgeSources.hook.rotate(hook.source, { overlapHours }))
          }
          onMade={({ hook: made, secret: shown }) => {
            queryClient.setQueryData(knowledgeQueries.hook(hook.source).queryKey, made);
            setSecret(shown);
          }}
          onClose={onClose}
        />
      ) : (
        <ShownSecret use="hook" secret={secret} done="I have copied it" onDone={onClose} />
      )}
    </Dialog>
  );
}

import type { ApiKey, NewApiKey } from '@parley/sdk';
import { useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { closeSecret } from '../../ui/dialogs/close-secret.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { RotationForm } from '../../ui/dialogs/rotation-form.tsx';
import { ShownKey } from './shown-key.tsx';

/** Replaces a key by a new one. The old key keeps working for a while, so that programs can switch. */
export function RotateDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const [made, setMade] = useState<NewApiKey>();
  return (
    <Dialog
      onClose={() => (made === undefined ? onClose() : void closeSecret('key', onClose))}
      size={560}
      title={made === undefined ? `Rotate ${apiKey.name}` : 'Your new key'}
    >
      {made !== undefined && <ShownKey made={made} onClose={onClose} />}
      {made === undefined && (
        <RotationForm
          lead="You get a new key with the same name and scopes. The old one keeps working for the time you choose."
          keep={{ label: 'Keep the old key working for', end: 'Revoke it now' }}
          action="Rotate key"
          rotate={(overlapHours) => callApi((client) => client.apiKeys.rotate(apiKey._id, { overlapHours }))}
          onMade={async (key) => {
            setMade(key);
            await queryClient.invalidateQueries({ queryKey: ['keys'] });
          }}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

import { Button, Divider, Stack } from '@mantine/core';
import type { SignedIn } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { callSignedOut } from '../../api/client.ts';
import { toProblem } from '../../api/errors.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { passkeysWork, signWithPasskey } from '../two-step/passkey.ts';

/** Signs in with a passkey alone, without email and password; nothing where the browser can't. */
export function PasskeySignIn({ done }: { done: (signedIn: SignedIn) => unknown }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: signIn, onSuccess: done, gcTime: 0 });
  if (!passkeysWork()) return null;
  return (
    <Stack gap="md" mt="md">
      <Divider label="or" />
      {error !== null && <ProblemNotice error={error} />}
      <Button
        variant="default"
        fullWidth
        leftSection={<Icon name="fingerprint" />}
        loading={isPending}
        onClick={() => mutate()}
      >
        Sign in with a passkey
      </Button>
    </Stack>
  );
}

async function signIn(): Promise<SignedIn> {
  const challenge = await callSignedOut((client) => client.sessions.passkeyOptions());
  const response = await signWithPasskey(challenge);
  try {
    return await callSignedOut((client) => client.sessions.createByPasskey({ token: challenge.token, response }));
  } catch (error) {
    // The service speaks of codes, too.
    if (toProblem(error).code !== 'second_factor_invalid') throw error;
    throw new Error('This passkey is not known here, or it was removed. Sign in with your password.', { cause: error });
  }
}

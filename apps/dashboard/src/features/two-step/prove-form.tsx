import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { toProblem } from '../../api/errors.ts';
import { SubmitButton } from '../../ui/forms/submit-button.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { Icon } from '../../ui/page/icons.tsx';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { bare, validAppCode } from './app-code.ts';
import { AppCodeInput } from './app-code-input.tsx';
import { passkeysWork } from './passkey.ts';
import css from './prove-form.module.css';
import type { Prover } from './step.ts';

/** A way to prove it that has a form or a button of its own. */
type Way = 'app' | 'passkey' | 'recovery';

interface ProveFormProps<Result> {
  readonly prover: Prover<Result>;
  /** The label of the confirming button. */
  readonly action: string;
  readonly done: (result: Result) => unknown;
  /** Called if the user took too long or tried too often, and has to begin again. */
  readonly onExpired?: () => void;
  /** Content to the left of the confirming button. */
  readonly back: ReactNode;
}

const ways: readonly { readonly way: Way; readonly method: string; readonly label: string }[] = [
  { way: 'app', method: 'totp', label: 'Use the authenticator app' },
  { way: 'passkey', method: 'passkey', label: 'Use a passkey' },
  { way: 'recovery', method: 'recovery_code', label: 'Use a recovery code' },
];

/** Asks for a code of the authenticator app, a passkey or a recovery code: whatever the user has. */
export function ProveForm<Result>({ prover, action, done, onExpired, back }: ProveFormProps<Result>) {
  const can = ways.filter(
    ({ way, method }) => prover.methods.includes(method) && (way !== 'passkey' || passkeysWork()),
  );
  const [way, setWay] = useState(can[0]?.way);
  /** Tells whether the step has expired. */
  const watched = async (proof: Promise<Result>): Promise<Result> => {
    try {
      return await proof;
    } catch (error) {
      if (toProblem(error).code === 'challenge_expired') onExpired?.();
      throw error;
    }
  };
  const passkey = useMutation({ mutationFn: () => watched(prover.byPasskey()), onSuccess: done, gcTime: 0 });
  const choose = (next: Way) => {
    passkey.reset();
    setWay(next);
    if (next === 'passkey') passkey.mutate();
  };
  if (way === undefined) return <NoWay back={back} />;
  return (
    <Stack gap="md">
      {passkey.error !== null && <ProblemNotice error={passkey.error} />}
      {way === 'passkey' ? (
        <>
          <Text size="sm" c="dimmed">
            Your browser asks for your fingerprint, your face, your PIN or a security key.
          </Text>
          <Group justify="space-between">
            {back}
            <Button
              autoFocus
              data-autofocus
              leftSection={<Icon name="fingerprint" />}
              loading={passkey.isPending}
              onClick={() => passkey.mutate()}
            >
              Use a passkey
            </Button>
          </Group>
        </>
      ) : (
        <CodeForm
          key={way}
          {...{ way, action, back, done }}
          send={(code) => {
            passkey.reset();
            return watched(prover.byCode(code));
          }}
        />
      )}
      {can.length > 1 && (
        <div className={css['others']}>
          {can
            .filter((other) => other.way !== way)
            .map((other) => (
              <Button key={other.way} variant="subtle" size="compact-sm" onClick={() => choose(other.way)}>
                {other.label}
              </Button>
            ))}
        </div>
      )}
    </Stack>
  );
}

/** For a user whose only way doesn't work here: passkeys at an IP address, without recovery codes. */
function NoWay({ back }: { back: ReactNode }) {
  return (
    <Stack gap="md">
      <Text size="sm">
        Your passkeys do not work in this browser or at this address. Open Parley at its usual address, or ask an
        operator to reset your two-step sign-in.
      </Text>
      <Group>{back}</Group>
    </Stack>
  );
}

interface CodeFormProps<Result> extends Pick<ProveFormProps<Result>, 'action' | 'back' | 'done'> {
  readonly way: 'app' | 'recovery';
  send(code: string): Promise<Result>;
}

const validators = {
  app: validAppCode,
  recovery: (code: string) => (bare(code) === '' ? 'Enter a recovery code.' : null),
};

function CodeForm<Result>({ way, action, back, done, send }: CodeFormProps<Result>) {
  const input = useRef<HTMLInputElement>(null);
  const form = useForm({ initialValues: { code: '' }, validate: { code: validators[way] } });
  const submission = useSubmit(
    form,
    ({ code }) => send(code.trim()),
    (result) => done(result),
  );
  const { problem } = submission;
  // A wrong code is typed over.
  useEffect(() => {
    if (problem !== undefined) input.current?.select();
  }, [problem]);
  const field = form.getInputProps('code');
  return (
    <form onSubmit={submission.submit} noValidate>
      <Stack gap="md">
        {problem !== undefined && <ProblemNotice error={problem} />}
        {way === 'app' ? (
          <AppCodeInput ref={input} description="The six digits that your authenticator app shows now." {...field} />
        ) : (
          <TextInput
            ref={input}
            label="Recovery code"
            description="One of the codes that you kept when you set up two-step sign-in. Each works once."
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
            autoFocus
            data-autofocus
            classNames={{ input: css['code'] ?? '' }}
            {...field}
          />
        )}
        <Group justify="space-between">
          {back}
          <SubmitButton submission={submission}>{action}</SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

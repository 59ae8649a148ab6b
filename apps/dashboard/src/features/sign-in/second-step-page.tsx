import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ProveForm } from '../two-step/prove-form.tsx';
import type { Prover } from '../two-step/step.ts';
import { Outside } from './outside.tsx';

/** The second step of a sign-in, in the place of the first one. */
export function SecondStepPage<Result>(props: {
  prover: Prover<Result>;
  lead: ReactNode;
  done: (result: Result) => unknown;
  onBack: () => void;
  onExpired: () => void;
}) {
  const { prover, lead, done, onBack, onExpired } = props;
  return (
    <Outside title="Two-step sign-in" lead={lead}>
      <ProveForm
        {...{ prover, done, onExpired }}
        action="Sign in"
        back={
          <Button variant="default" onClick={onBack}>
            Back
          </Button>
        }
      />
    </Outside>
  );
}

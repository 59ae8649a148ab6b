import { Button } from '@mantine/core';
import type { SecondFactor } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../api/client.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';
import { shownCodes } from '../../two-step/shown-codes.tsx';
import { codesLeft } from './factors.ts';
import { Kind } from './kind.tsx';
import { reloadFactors } from './reload-factors.ts';
import css from './two-step.module.css';

/** Shows the number of recovery codes that are left, and replaces them with new ones. */
export function Codes({ factors }: { factors: SecondFactor }) {
  const { recoveryCodes } = factors;
  const { text, isFew } = codesLeft(factors);
  const { mutate, isPending } = useMutation({
    mutationFn: () => callApi((client) => client.secondFactor.renewRecoveryCodes()),
    onSuccess: async ({ recoveryCodes: codes }) => {
      shownCodes.set(codes);
      await reloadFactors();
    },
    onError: toastProblem,
    gcTime: 0,
  });
  const renew = async () => {
    const isSure =
      recoveryCodes === null ||
      (await confirm({
        title: 'Create new recovery codes?',
        body: 'The codes that you have kept stop working.',
        action: 'Create new codes',
      }));
    if (isSure) mutate();
  };
  return (
    <Kind
      icon="file"
      isOn={!isFew}
      title="Recovery codes"
      state={
        <>
          <span className={isFew ? css['few'] : undefined}>{text}</span>
          {isFew && ' Create new ones before you need them.'}
          {recoveryCodes !== null && !isFew && (
            <>
              {' '}
              Created <RelativeTime iso={recoveryCodes.createdAt} />.
            </>
          )}
        </>
      }
      actions={
        <Button size="xs" variant="default" loading={isPending} onClick={() => void renew()}>
          Create new codes
        </Button>
      }
    />
  );
}

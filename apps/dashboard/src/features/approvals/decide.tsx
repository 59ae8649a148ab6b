import { Button, TextInput } from '@mantine/core';
import type { ToolCallRecord } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toolCallQueries } from '../../api/queries/tool-queries.ts';
import { useMe, useWorkspace } from '../../api/workspace.ts';
import { toastDone, toastProblem } from '../../ui/toasts/toast.ts';
import { useMemberName } from '../conversations/badges/use-member-name.ts';
import { type Decision, decide, isOvertaken, renewQueue } from './approval-calls.ts';
import { decisionOf } from './approval-words.ts';
import css from './approvals.module.css';

/** Max length of a reason, as in the API. */
const maxReason = 2_000;

/** Approves or denies a call that waits, with an optional reason. Says who may, and who was faster. */
export function Decide({ call }: { call: ToolCallRecord }) {
  const { _id, name, workspace, approvers } = call;
  const me = useMe();
  const { workspaces } = useWorkspace();
  const nameOf = useMemberName(workspace);
  const [reason, setReason] = useState('');
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (decision: Decision) => decide(_id, decision),
    onSuccess: (_, { what }) => toastDone(what === 'approve' ? `${name} approved. It runs now.` : `${name} denied.`),
    // Also as a toast: what is here goes as soon as the page hears that the call no longer waits.
    onError: toastProblem,
  });
  const permissions = workspaces.find((each) => each._id === workspace)?.permissions ?? [];
  if (isOvertaken(error)) return <Overtaken id={_id} />;
  if (!permissions.includes('conversations:write')) {
    return <p className={css['note']}>Editors, admins and owners decide about it.</p>;
  }
  if (approvers.length > 0 && !approvers.includes(me.user._id)) {
    return <p className={css['note']}>Only {approvers.map(nameOf).join(', ')} can decide about it.</p>;
  }
  const button = (what: Decision['what']) => ({
    'aria-label': `${what === 'approve' ? 'Approve' : 'Deny'} ${name}`,
    loading: isPending && variables.what === what,
    disabled: isPending,
    onClick: () => mutate({ what, reason }),
  });
  return (
    <div className={css['decide']}>
      <TextInput
        className={css['reason'] ?? ''}
        aria-label={`Reason for the decision about ${name}`}
        placeholder="Reason (optional)"
        maxLength={maxReason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <div className={css['buttons']}>
        <Button variant="default" {...button('deny')}>
          Deny
        </Button>
        <Button {...button('approve')}>Approve</Button>
      </div>
    </div>
  );
}

/** Says that another person was faster, and what they decided. */
function Overtaken({ id }: { id: string }) {
  const { data } = useQuery({ ...toolCallQueries.one(id), staleTime: 0 });
  const { workspace } = useWorkspace();
  const nameOf = useMemberName(data?.workspace ?? workspace._id);
  const words = data === undefined ? undefined : decisionOf(data, nameOf);
  return (
    <div className={css['overtaken']} role="alert">
      <span>Your decision was not taken. {words === undefined ? 'It no longer waits.' : `${words}.`}</span>
      <Button size="compact-sm" variant="default" onClick={() => void renewQueue()}>
        Show what waits
      </Button>
    </div>
  );
}

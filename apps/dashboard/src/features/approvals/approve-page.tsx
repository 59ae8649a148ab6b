import { Button, Stack, TextInput } from '@mantine/core';
import type { ApprovalLink } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { callSignedOut } from '../../api/client.ts';
import { toProblem } from '../../api/errors.ts';
import { queryClient } from '../../api/queries.ts';
import { paths } from '../../paths.ts';
import { takeToken } from '../../ui/loading/take-token.ts';
import { ProblemNotice } from '../../ui/page/problem.tsx';
import { RelativeTime } from '../../ui/time/time.tsx';
import { Outside } from '../sign-in/outside.tsx';
import css from './approvals.module.css';
import { Arguments } from './arguments.tsx';

/** Max length of a reason, as in the API. */
const maxReason = 1_000;

/** The page of a mailed link that decides about a tool call. Opening it decides nothing. */
export function ApprovePage() {
  const [token = ''] = useState(takeToken);
  const queryKey = ['approval-link', token];
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: () => callSignedOut((client) => client.approvalLinks.read({ token })),
    enabled: token !== '',
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [reason, setReason] = useState('');
  const decision = useMutation({
    mutationFn: (what: 'approve' | 'deny') => {
      const body = { token, decision: what, ...(reason.trim() !== '' && { reason: reason.trim() }) };
      return callSignedOut((client) => client.approvalLinks.decide(body));
    },
    onSuccess: (decided) => queryClient.setQueryData(queryKey, decided),
    // Another approver was faster: the link still shows the outcome.
    onError: (failure) => toProblem(failure).code === 'tool_call_decided' && refetch(),
  });
  const failure = decision.error ?? error;
  const code = failure === null ? undefined : toProblem(failure).code;
  if (token === '' || code === 'approval_link_invalid') return <DeadLink />;
  if (code === 'approval_needs_sign_in') return <NeedsSignIn />;
  if (data === undefined) {
    return (
      <Outside title="Approve a tool call">
        {error !== null && <ProblemNotice error={error} retry={() => void refetch()} />}
      </Outside>
    );
  }
  if (data.state !== 'waiting') return <Decided link={data} isOwn={decision.isSuccess} isLate={decision.isError} />;
  const button = (what: 'approve' | 'deny') => ({
    loading: decision.isPending && decision.variables === what,
    disabled: decision.isPending,
    onClick: () => decision.mutate(what),
  });
  const lead = (
    <>
      <b>{data.agentName}</b> in {data.workspaceName} asks to make this call. You decide as <b>{data.email}</b>. It
      expires <RelativeTime iso={data.deadline} isAhead />.
    </>
  );
  return (
    <Outside title={`Approve ${data.toolName}?`} lead={lead}>
      <Stack gap="md">
        <div>
          <Arguments given={data.arguments} />
        </div>
        {decision.error !== null && <ProblemNotice error={decision.error} />}
        <TextInput
          label="Reason"
          description="Optional. The model reads that of a denial."
          maxLength={maxReason}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <Button {...button('approve')} fullWidth>
          Approve
        </Button>
        <Button {...button('deny')} variant="default" fullWidth>
          Deny
        </Button>
      </Stack>
    </Outside>
  );
}

/** The outcome of a call. `isLate` says that another person was faster. */
function Decided({ link, isOwn, isLate }: { link: ApprovalLink; isOwn: boolean; isLate: boolean }) {
  const { state, toolName, decidedBy } = link;
  return (
    <Outside title={titles[state](toolName)}>
      <div role="status">
        {isLate && <p className={css['outcome']}>Your decision was not taken.</p>}
        <p className={css['outcome']}>
          {state === 'expired'
            ? 'Its time is over, or its reply has ended. It never runs.'
            : isOwn
              ? outcomes[state]
              : `${decidedBy ?? 'A member'} has decided.`}
        </p>
      </div>
    </Outside>
  );
}

const titles = {
  waiting: (name: string) => `Approve ${name}?`,
  approved: (name: string) => `${name} is approved`,
  denied: (name: string) => `${name} is denied`,
  expired: (name: string) => `${name} has expired`,
} as const;

const outcomes = {
  waiting: '',
  approved: 'It runs now, once, with the arguments that you saw. You can close this page.',
  denied: 'It never runs. You can close this page.',
} as const;

const DeadLink = () => (
  <Elsewhere
    title="This link does not work"
    lead="It has been used, was replaced by a newer one, or the time to decide is over."
  />
);

const NeedsSignIn = () => (
  <Elsewhere
    title="Sign in to decide"
    lead="The workspace requires a second factor, so a link alone does not decide."
  />
);

function Elsewhere({ title, lead }: { title: string; lead: ReactNode }) {
  return (
    <Outside title={title} lead={lead}>
      <Button component={Link} to={paths.approvals} fullWidth>
        Open approvals
      </Button>
    </Outside>
  );
}

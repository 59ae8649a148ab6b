import { Badge, Button } from '@mantine/core';
import type { Tool } from '@parley/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { toolQueries } from '../../../api/queries/tool-queries.ts';
import { queryClient } from '../../../api/queries.ts';
import { confirm } from '../../../ui/dialogs/confirm.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { outerAddress } from '../../../ui/loading/outer-address.ts';
import { Section } from '../../../ui/page/page.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { RelativeTime, useNow } from '../../../ui/time/time.tsx';
import { toastDone, toastProblem } from '../../../ui/toasts/toast.ts';
import { toolCalls } from '../tool-calls.ts';
import css from '../tools.module.css';
import { meaningOf, states } from './account-words.ts';

/** Time for which the address of a sign-in counts, in ms. */
const signInMs = 10 * 60 * 1_000;

interface SignIn {
  /** Undefined if it isn't an address of the web. */
  readonly url: string | undefined;
  /** When its address expires, in ms since 1970. */
  readonly until: number;
}

/** The account of the workspace at the server of a tool: its state, and how to connect and disconnect it. */
export function Account({ tool, mayWrite }: { tool: Tool; mayWrite: boolean }) {
  const { _id, name } = tool;
  const [signIn, setSignIn] = useState<SignIn>();
  const now = useNow();
  const isAwaited = signIn !== undefined && now < signIn.until;
  const { data, error, refetch } = useQuery(toolQueries.connection(_id, isAwaited));
  const isConnected = data?.state === 'connected';
  useEffect(() => {
    if (!isConnected || signIn === undefined) return;
    setSignIn(undefined);
    toastDone('Account connected.');
    void queryClient.invalidateQueries({ queryKey: toolQueries.definitions(_id).queryKey });
  }, [isConnected, signIn, _id]);
  const connect = useMutation({
    mutationFn: () => toolCalls.connect(_id),
    onSuccess: ({ url }) => {
      const address = outerAddress(url);
      setSignIn({ url: address, until: Date.now() + signInMs });
      // A browser may refuse that so long after the click; the link below is there then.
      if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer');
    },
  });
  const disconnect = useMutation({ mutationFn: () => toolCalls.disconnect(_id), onError: toastProblem });
  const ask = async () => {
    const body = 'Its tokens are forgotten, and calls fail if the server needs an account. You can connect it again.';
    if (await confirm({ title: `Disconnect ${name}?`, body, action: 'Disconnect' })) disconnect.mutate();
  };
  return (
    <Section
      title={tool.auth === 'end_user' ? 'Account of the workspace' : 'Account'}
      lead={data === undefined ? undefined : meaningOf(tool, data.state)}
      action={
        mayWrite &&
        data !== undefined &&
        (isConnected ? (
          <Button variant="default" loading={disconnect.isPending} onClick={() => void ask()}>
            Disconnect
          </Button>
        ) : (
          <Button loading={connect.isPending} onClick={() => connect.mutate()}>
            {data.state === 'none' ? 'Connect' : 'Connect again'}
          </Button>
        ))
      }
    >
      {data === undefined &&
        (error === null ? <FormSkeleton fields={1} /> : <ProblemNotice error={error} retry={() => void refetch()} />)}
      {connect.error !== null && <ProblemNotice error={connect.error} />}
      {data !== undefined && (
        <p className={css['state']} role="status">
          <Badge color={states[data.state].color}>{states[data.state].label}</Badge>
          {isConnected && data.expiresAt !== null && (
            <span>
              Its access expires <RelativeTime iso={data.expiresAt} isAhead />, and is renewed before that.
            </span>
          )}
          {isAwaited && !isConnected && <Awaited signIn={signIn} />}
        </p>
      )}
    </Section>
  );
}

function Awaited({ signIn: { url } }: { signIn: SignIn }) {
  if (url === undefined) return <span>The server sent no address of a web page to sign in at.</span>;
  return (
    <span>
      Sign in in the other tab.{' '}
      <a href={url} target="_blank" rel="noopener noreferrer">
        Open it again
      </a>
    </span>
  );
}

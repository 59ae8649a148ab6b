import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callSignedOut, isSignedOut } from '../../api/client.ts';
import { endProofs } from '../../api/proofs.ts';
import { queryClient } from '../../api/queries.ts';
import { noteSignedIn } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { toastProblem } from '../../ui/toasts/toast.ts';
import { forgetAllDrafts } from '../chat/drafts.ts';

/** Ends the session and opens the page for signing in. Forgets the data that the user has read, and their drafts. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  const { mutate } = useMutation({
    mutationFn: () => callSignedOut((client) => client.sessions.signOut()),
    onError: (error) => {
      if (!isSignedOut(error)) toastProblem(error);
    },
    onSettled: async (_data, error) => {
      if (error !== null && !isSignedOut(error)) return;
      noteSignedIn(undefined);
      endProofs();
      await navigate({ to: paths.signIn, search: {} });
      queryClient.clear();
      forgetAllDrafts();
    },
  });
  return () => mutate();
}

import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { deskQueries, setAvailability } from '../../../../api/queries/desk-queries.ts';
import { useMe, useWorkspace } from '../../../../api/workspace.ts';
import { toastProblem } from '../../../../ui/toasts/toast.ts';
import css from './here-switch.module.css';

/** Says whether the user is here: then waiting conversations may come to them. */
export function HereSwitch() {
  const { user } = useMe();
  const { workspace } = useWorkspace();
  const { data: people } = useQuery(deskQueries.people(workspace._id));
  const { mutate, isPending } = useMutation({
    mutationFn: (state: 'here' | 'away') => setAvailability(workspace._id, state),
    onError: toastProblem,
  });
  const me = people?.find((person) => person.user === user._id);
  if (me === undefined) return null;
  const isHere = me.state === 'here';
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending}
      role="switch"
      aria-checked={isHere}
      title={isHere ? 'Waiting conversations may come to you.' : 'No waiting conversations come to you.'}
      leftSection={<span className={css['dot']} data-here={isHere || undefined} />}
      onClick={() => mutate(isHere ? 'away' : 'here')}
    >
      Here
    </Button>
  );
}

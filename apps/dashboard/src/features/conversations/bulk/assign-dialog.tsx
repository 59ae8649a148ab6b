import type { ListedConversation } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { deskQueries } from '../../../api/queries/desk-queries.ts';
import { useMe, useWorkspace } from '../../../api/workspace.ts';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import { ChoiceList } from '../pick/choice-list.tsx';
import { assigneeChoices } from '../pick/choices.ts';
import { assignAll } from './actions.ts';

interface AssignDialogProps {
  readonly selected: readonly ListedConversation[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Chooses a person or a team for the selected conversations. */
export function AssignDialog({ selected, onDone, onClose }: AssignDialogProps) {
  const { workspace } = useWorkspace();
  const me = useMe().user._id;
  const { data: people } = useQuery(deskQueries.people(workspace._id));
  const { data: teams = [] } = useQuery(deskQueries.teams(workspace._id));
  // The selected ones have different people: none is the current one.
  const choices = people && assigneeChoices({ assignee: '', team: '' }, { people, teams, me });
  return (
    <Dialog onClose={onClose} title="Assign to" size={400} yOffset="14vh">
      <ChoiceList
        label="Assign to"
        choices={choices}
        onChoose={({ label, change }) => {
          onClose();
          void assignAll(selected, { label, change });
          onDone();
        }}
      />
    </Dialog>
  );
}

import { Select, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deskQueries } from '../../../api/queries/desk-queries.ts';
import type { WebForm } from './web-form.ts';

/** The fields that let visitors ask for a person, and name the team for them. */
export function HandoverFields({ form, readOnly, workspaceId }: WebForm & { readonly workspaceId: string }) {
  const { data: teams = [] } = useQuery(deskQueries.teams(workspaceId));
  return (
    <>
      <Switch
        label="Talk to a person"
        description="Visitors can hand the conversation over to your people. The agent is silent then."
        disabled={readOnly}
        {...form.getInputProps('settings.handover.offered', { type: 'checkbox' })}
      />
      {form.getValues().settings.handover.offered && (
        <>
          <Select
            label="Team"
            description="The team that is responsible."
            placeholder="No team"
            data={teams.map(({ _id: value, name: label }) => ({ value, label }))}
            clearable
            readOnly={readOnly}
            {...form.getInputProps('settings.handover.team')}
          />
          <Textarea
            label="Outside working hours"
            description="The visitors who wait read it then. Empty: when you are back."
            autosize
            minRows={2}
            readOnly={readOnly}
            {...form.getInputProps('settings.handover.awayText')}
          />
        </>
      )}
    </>
  );
}

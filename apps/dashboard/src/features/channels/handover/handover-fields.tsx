import { Select, Switch, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { deskQueries } from '../../../api/queries/desk-queries.ts';

type InputProps = ReturnType<UseFormReturnType<Record<string, unknown>>['getInputProps']>;

interface Props {
  /** A form whose handover is at `settings.handover`. */
  readonly form: {
    getValues(): { readonly settings: { readonly handover: { readonly offered: boolean } } };
    getInputProps(path: string, options?: object): InputProps;
  };
  readonly readOnly: boolean;
  readonly workspaceId: string;
  /** True for a messenger, whose users ask by a word. */
  readonly byWord?: boolean;
}

/** The fields that let visitors ask for a person, and name the team for them. */
export function HandoverFields({ form, readOnly, workspaceId, byWord = false }: Props) {
  const { data: teams = [] } = useQuery(deskQueries.teams(workspaceId));
  return (
    <>
      <Switch
        label="Talk to a person"
        description={
          byWord
            ? 'Users who send one of the words below, or /person, reach your people. The agent is silent then.'
            : 'Visitors can hand the conversation over to your people. The agent is silent then.'
        }
        disabled={readOnly}
        {...form.getInputProps('settings.handover.offered', { type: 'checkbox' })}
      />
      {form.getValues().settings.handover.offered && (
        <>
          {byWord && (
            <Textarea
              label="Words"
              description="A message that is one of them asks for a person: one a line, max 20."
              autosize
              minRows={3}
              maxRows={8}
              readOnly={readOnly}
              {...form.getInputProps('settings.handover.words')}
            />
          )}
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

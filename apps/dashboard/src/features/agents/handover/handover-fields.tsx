import { Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { deskQueries } from '../../../api/queries/desk-queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { Select } from '../../../ui/overlays/select.tsx';
import { TagsInput } from '../../../ui/overlays/tags-input.tsx';
import { Section } from '../../../ui/page/page.tsx';
import { rulesIn, rulesText } from './rules.ts';

interface HandoverFieldsProps {
  /** The text of the rules. */
  value?: string;
  onChange?: (value: string) => void;
  readOnly?: boolean;
}

const switches = [
  { name: 'onFailedReply', label: 'A reply fails' },
  { name: 'onNegativeRating', label: 'A reply is rated negatively' },
  {
    name: 'onUnanswered',
    label: 'A question has no answer',
    description: 'It is kept as unanswered: the sources of a grounded agent don’t answer it.',
  },
] as const;

/** The rules by which an agent hands conversations over to people. */
export function HandoverFields({ value = '', onChange, readOnly = false }: HandoverFieldsProps) {
  const { workspace } = useWorkspace();
  const { data: teams = [] } = useQuery(deskQueries.teams(workspace._id));
  const rules = rulesIn(value);
  const set = (changes: Partial<typeof rules>) => onChange?.(rulesText({ ...rules, ...changes }));
  return (
    <Section title="Hand over to people" lead="People get the conversation, and the agent is silent, as soon as:">
      <Stack gap="md" maw={640}>
        {switches.map(({ name, ...shown }) => (
          <Switch
            key={name}
            {...shown}
            disabled={readOnly}
            checked={rules[name]}
            onChange={({ currentTarget }) => set({ [name]: currentTarget.checked })}
          />
        ))}
        <TagsInput
          label="The user writes one of these words"
          description="Words or phrases, in any case. Such a message gets no reply of the agent."
          placeholder={readOnly || rules.keywords.length > 0 ? '' : 'refund'}
          readOnly={readOnly}
          acceptValueOnBlur
          maxTags={20}
          maxLength={60}
          value={rules.keywords}
          onChange={(keywords) => set({ keywords })}
        />
        {rules.when.length > 0 && (
          <Text size="sm">
            Its metadata says so: {rules.when.map(({ key, value: has }) => `${key} is ${has}`).join('; ')}. You change
            this through the API.
          </Text>
        )}
        {(teams.length > 0 || rules.team !== null) && (
          <Select
            {...{ label: 'Team that gets it', placeholder: 'Everyone', clearable: true, readOnly }}
            clearButtonProps={{ 'aria-label': 'No team' }}
            data={teams.map(({ _id, name }) => ({ value: _id, label: name }))}
            value={rules.team}
            onChange={(team) => set({ team })}
          />
        )}
      </Stack>
    </Section>
  );
}

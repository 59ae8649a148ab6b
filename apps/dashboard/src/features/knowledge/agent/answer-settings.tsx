import { Radio, Stack, Switch } from '@mantine/core';
import type { Agent, AgentUpdateParams } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { keepAgent } from '../../../api/attach.ts';
import { callApi } from '../../../api/client.ts';
import { Section } from '../../../ui/page/page.tsx';
import { toastProblem } from '../../../ui/toasts/toast.ts';

const modes = [
  {
    value: 'open',
    label: 'Open',
    description: 'It quotes its sources where they help, and may answer without them.',
  },
  {
    value: 'grounded',
    label: 'Grounded',
    description:
      'It says only what its sources support, and otherwise that it doesn’t know. You see those questions below.',
  },
] as const;

/** Settings for how strictly an agent keeps to its sources. Each change is saved immediately. */
export function AnswerSettings({ agent, mayWrite }: { agent: Agent; mayWrite: boolean }) {
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (changes: Pick<AgentUpdateParams, 'answerMode' | 'groundingJudge' | 'rerank'>) =>
      callApi((client) => client.agents.update(agent._id, changes).withResponse()),
    onSuccess: keepAgent,
    onError: toastProblem,
  });
  const shown = { ...agent, ...(isPending && variables) };
  return (
    <Section title="Answers" lead="Changes apply from the next question on.">
      <Stack gap="md">
        <Radio.Group
          aria-label="How it answers"
          value={shown.answerMode ?? agent.answerMode}
          onChange={(value) => mutate({ answerMode: value as Agent['answerMode'] })}
        >
          <Stack gap="xs">
            {modes.map((mode) => (
              <Radio key={mode.value} disabled={!mayWrite} {...mode} />
            ))}
          </Stack>
        </Radio.Group>
        <Switch
          label="Judge replies with the model"
          description="Lets good answers in other words through and removes more wrong ones. Each reply takes one more call of the agent’s model and appears when it has been judged."
          disabled={!mayWrite || shown.answerMode !== 'grounded'}
          checked={shown.groundingJudge === 'model'}
          onChange={({ currentTarget }) => mutate({ groundingJudge: currentTarget.checked ? 'model' : 'rules' })}
        />
        <Switch
          label="Rerank passages with the model"
          description="Finds better passages for hard questions. Each question takes one more call of the agent’s model."
          disabled={!mayWrite}
          checked={shown.rerank === true}
          onChange={({ currentTarget }) => mutate({ rerank: currentTarget.checked })}
        />
      </Stack>
    </Section>
  );
}

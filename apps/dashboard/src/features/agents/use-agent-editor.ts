import { useForm } from '@mantine/form';
import { type Agent, PreconditionFailedError } from '@parley/sdk';
import { useEffect, useState } from 'react';
import { callApi } from '../../api/client.ts';
import { queries, queryClient } from '../../api/queries.ts';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { type AgentValues, agentFields, validateAgent, valuesOf } from './agent-form.tsx';
import { rulesIn } from './handover/rules.ts';
import { namesIn } from './model/fallbacks.ts';

/** A stored agent and its version. */
export interface Stored {
  readonly agent: Agent;
  readonly etag: string | undefined;
}

/** The fields in which values differ from an agent. */
const changedFields = (values: AgentValues, agent: Agent) => {
  const stored = valuesOf(agent);
  return agentFields.filter((field) => values[field] !== stored[field]);
};

/** Another user has saved the agent first; carries the stored version. */
class Overtaken extends Error {
  readonly theirs: Stored;

  constructor(theirs: Stored) {
    super('Another member changed the agent meanwhile.');
    this.theirs = theirs;
  }
}

export type AgentEditor = ReturnType<typeof useAgentEditor>;

/**
 * Edits an agent. Saves the changed fields on the version that was read (`If-Match`). If another user has saved first,
 * `theirs` is the stored version and the form keeps its input.
 */
export function useAgentEditor(stored: Stored) {
  const [base, setBase] = useState(stored);
  const [theirs, setTheirs] = useState<Stored>();
  const form = useForm<AgentValues>({ initialValues: valuesOf(stored.agent), validate: validateAgent });

  const adopt = (next: Stored, values = valuesOf(next.agent)) => {
    setBase(next);
    form.setInitialValues(valuesOf(next.agent));
    form.setValues(values);
    form.resetDirty(valuesOf(next.agent));
  };
  const isDirty = changedFields(form.values, base.agent).length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only news from the service count, not each keystroke.
  useEffect(() => {
    if (stored.etag === base.etag) return;
    if (!isDirty) adopt(stored);
    // What the form doesn't edit has changed, such as the sources of the agent: no conflict with what is typed.
    else if (changedFields(valuesOf(stored.agent), base.agent).length === 0) setBase(stored);
  }, [stored.etag]);

  const submission = useSubmit(
    form,
    (values) => save(base, values),
    (saved) => {
      setTheirs(undefined);
      adopt(saved);
      keep(saved);
    },
  );
  const { problem } = submission;
  useEffect(() => {
    if (problem instanceof Overtaken) setTheirs(problem.theirs);
  }, [problem]);

  return {
    form,
    base,
    isDirty,
    theirs,
    submission: { ...submission, problem: problem instanceof Overtaken ? undefined : problem },
    undo: () => form.setValues(valuesOf(base.agent)),
    /** Continues from the stored version, with the values chosen from both. */
    settle: (values: AgentValues) => {
      if (theirs === undefined) return;
      adopt(theirs, values);
      keep(theirs);
      setTheirs(undefined);
    },
    postpone: () => setTheirs(undefined),
  };
}

async function save({ agent, etag }: Stored, values: AgentValues): Promise<Stored> {
  const { fallbackModels, externalId, handover } = values;
  const own = { externalId: externalId.trim() || null, handover: rulesIn(handover) };
  const sent = { ...values, fallbackModels: namesIn(fallbackModels), ...own };
  const changes = Object.fromEntries(changedFields(values, agent).map((field) => [field, sent[field]]));
  try {
    const { data, etag: next } = await callApi((client) =>
      client.agents.update(agent._id, changes, { ifMatch: etag }).withResponse(),
    );
    return { agent: data, etag: next };
  } catch (error) {
    if (!(error instanceof PreconditionFailedError)) throw error;
    const { data, etag: next } = await callApi((client) => client.agents.retrieve(agent._id).withResponse());
    throw new Overtaken({ agent: data, etag: next });
  }
}

/** Updates the agent on every page that shows it. */
function keep({ agent, etag }: Stored): void {
  queryClient.setQueryData(queries.agent(agent._id).queryKey, (old) => old && { ...old, data: agent, etag });
  void queryClient.invalidateQueries({ queryKey: ['agents', 'list'] });
}

import type { KnowledgeSource, KnowledgeSourceCreateParams } from '@parley/sdk';
import { useNavigate } from '@tanstack/react-router';
import { attachSources } from '../../../api/attach.ts';
import { callApi } from '../../../api/client.ts';
import { keepSource } from '../../../api/queries/knowledge-queries.ts';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import { toastDone, toastProblem } from '../../../ui/toasts/toast.ts';

/** Creates a source in the workspace, and what follows: the agent gets it, and its page opens. */
export function useNewSource(agentId: string | undefined) {
  const { workspace } = useWorkspace();
  const navigate = useNavigate();
  return {
    create: (draft: KnowledgeSourceCreateParams) =>
      callApi((client) => client.knowledgeSources.create({ workspaceId: workspace._id, ...draft })),
    /** Attaches the new sources to the agent; one that can't be attached is there nevertheless. */
    attach: async (sources: readonly KnowledgeSource[]) => {
      for (const source of sources) keepSource(source);
      if (agentId === undefined || sources.length === 0) return;
      await attachSources(
        agentId,
        sources.map(({ _id }) => _id),
      ).catch(toastProblem);
    },
    /** Opens the page of the added source. */
    show: async (sources: readonly KnowledgeSource[]) => {
      const [first] = sources;
      toastDone(
        first !== undefined && sources.length === 1 ? `${first.name} added.` : `${sources.length} sources added.`,
      );
      if (agentId !== undefined) return navigate({ to: paths.agentKnowledge, params: { agentId } });
      if (first === undefined || sources.length > 1) return navigate({ to: paths.knowledge });
      const to = first.type === 'qa' ? paths.sourcePairs : paths.source;
      return navigate({ to, params: { sourceId: first._id } });
    },
  };
}

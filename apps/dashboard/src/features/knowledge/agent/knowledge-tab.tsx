import type { Agent } from '@parley/sdk';
import { AgentSources } from './agent-sources.tsx';
import { AnswerSettings } from './answer-settings.tsx';
import { KnowledgeFilter } from './filter/knowledge-filter.tsx';
import css from './knowledge-tab.module.css';
import { SearchTest } from './search-test.tsx';
import { Unanswered } from './unanswered.tsx';

/**
 * Shows an agent's sources, which documents of them it finds, how strictly it keeps to them, what a question would find, and what it could not answer.
 */
export function KnowledgeTab({ agent, mayWrite }: { agent: Agent; mayWrite: boolean }) {
  return (
    <div className={css['tab']}>
      <AgentSources agent={agent} mayWrite={mayWrite} />
      <KnowledgeFilter agent={agent} mayWrite={mayWrite} />
      <AnswerSettings agent={agent} mayWrite={mayWrite} />
      <SearchTest agent={agent} />
      <Unanswered agent={agent} mayWrite={mayWrite} />
    </div>
  );
}

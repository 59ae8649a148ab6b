import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../../api/queries.ts';
import { warnAt } from '../../../usage/meter.tsx';
import { figuresOf, type Quota } from '../../../usage/quota-words.ts';
import css from './plan-room.module.css';

const nouns: { readonly [Kind in Quota['kind']]?: string } = {
  knowledgeSources: 'sources',
  knowledgeChunks: 'chunks',
  knowledgeBytes: 'of text',
};

/** Shows the knowledge in use and the plan's limit, before anything is refused. */
export function PlanRoom() {
  const { data } = useQuery(queries.quotas());
  const quotas = data?.items.filter(({ kind, limit }) => kind in nouns && limit !== null) ?? [];
  if (quotas.length === 0) return null;
  const full = quotas.some(({ used, limit }) => limit !== null && used >= limit);
  const isTight = quotas.some(({ used, limit }) => limit !== null && used >= limit * warnAt);
  return (
    <p className={css['room']} data-tight={isTight || undefined}>
      {full ? 'Your plan is full: ' : 'Your plan: '}
      {quotas.map((quota) => `${figuresOf(quota)} ${nouns[quota.kind]}`).join(', ')}.
      {full && ' Delete a source, or ask the operator for a larger plan.'}
    </p>
  );
}

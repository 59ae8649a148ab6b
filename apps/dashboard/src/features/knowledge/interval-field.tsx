import type { KnowledgeSource } from '@parley/sdk';
import { Select } from '../../ui/overlays/select.tsx';
import { intervalLabels } from './source-words.ts';

export type Interval = KnowledgeSource['syncInterval'];

/** The option for a source that is read again only on request. */
const onDemand = '';

/** Interval at which a page or a site is read again. */
export function IntervalField(props: { value?: Interval; onChange: (value: Interval) => void; readOnly?: boolean }) {
  const { value, onChange, readOnly = false } = props;
  const data = Object.entries(intervalLabels).map(([value, label]) => ({ value, label }));
  return (
    <Select
      label="Sync schedule"
      description="Only changes are indexed."
      data={[{ value: onDemand, label: 'Manual' }, ...data]}
      allowDeselect={false}
      readOnly={readOnly}
      value={value ?? onDemand}
      onChange={(chosen) => onChange(chosen === onDemand ? null : (chosen as Interval))}
    />
  );
}

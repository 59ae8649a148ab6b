import { Radio, Stack } from '@mantine/core';
import { Icon } from '../../../ui/page/icons.tsx';
import { kindNames, kinds, type ToolKindName } from '../tool-words.ts';
import css from '../tools.module.css';

/** Chooses the kind of a new tool. */
export function KindField({ value, onChange }: { value: ToolKindName; onChange: (kind: ToolKindName) => void }) {
  return (
    <Radio.Group
      label="What does a call do?"
      value={value}
      onChange={(kind) => onChange(kindNames.find((each) => each === kind) ?? value)}
    >
      <Stack gap={8} mt={8}>
        {kindNames.map((kind) => (
          <Radio.Card key={kind} value={kind} className={css['kind'] ?? ''} aria-label={kinds[kind].title}>
            <Radio.Indicator />
            <Icon name={kinds[kind].icon} size={18} />
            <span>
              <span className={css['kindTitle']}>{kinds[kind].title}</span>
              <span className={css['kindAbout']}>{kinds[kind].about}</span>
            </span>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}

import { Button, Group, NumberInput, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { Select } from '../../../../ui/overlays/select.tsx';
import { Icon } from '../../../../ui/page/icons.tsx';
import { Section } from '../../../../ui/page/page.tsx';
import fields from '../../edit/fields.module.css';
import { RowActions } from '../row-actions.tsx';
import type { WebForm } from '../web-form.ts';
import { maxRules, newRule, type RuleValues } from './launcher-values.ts';

const icons = [
  { value: 'chat', label: 'Speech bubble' },
  { value: 'question', label: 'Question mark' },
  { value: 'seal', label: 'Seal of the agent' },
  { value: 'picture', label: 'Picture of the chat' },
];

const repeats = [
  { value: 'visit', label: 'Once in each visit' },
  { value: 'day', label: 'Once a day' },
  { value: 'until_closed', label: 'Until a visitor closes it' },
];

const path = 'settings.proactive';

/** The button that opens a widget, and the bubbles beside it. */
export function LauncherFields({ form, readOnly, hasPicture }: WebForm & { hasPicture: boolean }) {
  const rules = form.getValues().settings.proactive;
  const set = (next: RuleValues[]) => form.setFieldValue(path, next);
  return (
    <Section title="Launcher">
      <div className={fields['fields']}>
        <Group grow align="start">
          <Select
            label="Icon"
            data={icons.map((icon) => ({ ...icon, disabled: icon.value === 'picture' && !hasPicture }))}
            allowDeselect={false}
            readOnly={readOnly}
            {...form.getInputProps('settings.launcher.icon')}
          />
          <TextInput
            label="Text beside the icon"
            placeholder="Questions?"
            readOnly={readOnly}
            {...form.getInputProps('settings.launcher.text')}
          />
        </Group>
        <p>
          Bubbles invite visitors who have not opened the chat. The first one that applies is shown. Their texts and
          paths are public.
        </p>
        {rules.map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bubble is its place; its text changes while it is typed.
          <Rule key={index} {...{ form, readOnly, index }} onChange={set} />
        ))}
        {!readOnly && (
          <Button
            variant="default"
            leftSection={<Icon name="plus" />}
            disabled={rules.length >= maxRules}
            onClick={() => set([...rules, newRule])}
          >
            {rules.length >= maxRules ? `At most ${maxRules}` : 'Add bubble'}
          </Button>
        )}
      </div>
    </Section>
  );
}

interface RuleProps extends WebForm {
  readonly index: number;
  readonly onChange: (rules: RuleValues[]) => void;
}

function Rule({ form, readOnly, index, onChange }: RuleProps) {
  const rules = form.getValues().settings.proactive;
  const own = `${path}.${index}`;
  const name = `Bubble ${index + 1}`;
  return (
    <fieldset className={fields['fields']}>
      <legend>{name}</legend>
      <Textarea
        label="Text"
        description="The chat greets with it."
        autosize
        maxRows={4}
        readOnly={readOnly}
        {...form.getInputProps(`${own}.text`)}
      />
      <Textarea
        label="Pages"
        description="Paths, one on each line. * stands for any characters. Empty: all pages."
        placeholder={'/pricing*\n/products/*'}
        autosize
        minRows={2}
        spellCheck={false}
        readOnly={readOnly}
        {...form.getInputProps(`${own}.paths`)}
      />
      <Conditions form={form} readOnly={readOnly} own={own} />
      {!readOnly && <RowActions {...{ name, index, onChange }} items={rules} />}
    </fieldset>
  );
}

/** The conditions of a bubble, which must all hold. */
function Conditions({ form, readOnly, own }: WebForm & { own: string }) {
  return (
    <Stack gap="sm">
      <Group grow align="start">
        <NumberInput
          label="After"
          suffix=" s"
          min={0}
          max={3600}
          allowDecimal={false}
          clampBehavior="strict"
          readOnly={readOnly}
          {...form.getInputProps(`${own}.afterSeconds`)}
        />
        <NumberInput
          label="Scrolled"
          suffix=" %"
          min={0}
          max={100}
          allowDecimal={false}
          clampBehavior="strict"
          readOnly={readOnly}
          {...form.getInputProps(`${own}.scrollPercent`)}
        />
        <Select
          label="Repeat"
          data={repeats}
          allowDeselect={false}
          readOnly={readOnly}
          {...form.getInputProps(`${own}.repeat`)}
        />
      </Group>
      <Switch
        label="When the pointer leaves the page"
        description="Not on touch screens."
        disabled={readOnly}
        {...form.getInputProps(`${own}.onExit`, { type: 'checkbox' })}
      />
    </Stack>
  );
}

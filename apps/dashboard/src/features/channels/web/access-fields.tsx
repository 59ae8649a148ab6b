import { Radio, Stack, Switch, Textarea } from '@mantine/core';
import { Icon } from '../../../ui/page/icons.tsx';
import { Section } from '../../../ui/page/page.tsx';
import fields from '../edit/fields.module.css';
import { HandoverFields } from '../handover/handover-fields.tsx';
import { SatisfactionFields } from './form/satisfaction-fields.tsx';
import look from './look-fields.module.css';
import type { WebForm } from './web-form.ts';
import { originsOf } from './web-settings.ts';

/** Switches for what visitors can do with replies and conversations. */
export function RepliesFields({ form, readOnly, workspaceId }: WebForm & { readonly workspaceId: string }) {
  return (
    <Section title="Replies">
      <Stack gap="sm">
        <Switch
          label="Feedback"
          description="Visitors can rate replies as helpful or not."
          disabled={readOnly}
          {...form.getInputProps('settings.feedback', { type: 'checkbox' })}
        />
        <Switch
          label="Citations"
          description="Replies show the sources that they quote."
          disabled={readOnly}
          {...form.getInputProps('settings.citations', { type: 'checkbox' })}
        />
        <Switch
          label="Sound"
          description="A reply that a visitor doesn’t see makes a soft sound. Visitors can mute it."
          disabled={readOnly}
          {...form.getInputProps('settings.sound', { type: 'checkbox' })}
        />
        <Switch
          label="Number in the title"
          description="The title of the page begins with the number of unread replies."
          disabled={readOnly}
          {...form.getInputProps('settings.titleBadge', { type: 'checkbox' })}
        />
        <Switch
          label="Transcripts by email"
          description="Visitors can have their conversation mailed. Needs the mail server of this instance."
          disabled={readOnly}
          {...form.getInputProps('settings.transcript', { type: 'checkbox' })}
        />
        <HandoverFields {...{ form, readOnly, workspaceId }} />
        <SatisfactionFields {...{ form, readOnly }} />
      </Stack>
    </Section>
  );
}

const identities = [
  {
    value: 'optional',
    label: 'Optional',
    description: 'Anyone can chat. Signed-in users of your site are known by their ID.',
  },
  { value: 'required', label: 'Required', description: 'Only users with a token from your server can chat.' },
  { value: 'off', label: 'Off', description: 'Visitors stay anonymous.' },
];

/** Which sites may show the chat, and who may use it. */
export function AccessFields({ form, readOnly, isWidget }: WebForm & { isWidget: boolean }) {
  const isOpen = originsOf(form.getValues().settings).length === 0;
  return (
    <Section title="Access">
      <div className={fields['fields']}>
        <div>
          <Textarea
            label="Allowed origins"
            description={
              isWidget
                ? 'The sites that may show the widget, one on each line. *. stands for subdomains.'
                : 'The sites that may show the page in a frame, one on each line. Empty: none.'
            }
            placeholder={'https://example.com\nhttps://*.example.com'}
            autosize
            minRows={2}
            maxRows={8}
            spellCheck={false}
            readOnly={readOnly}
            {...form.getInputProps('settings.allowedOrigins')}
          />
          {isWidget && isOpen && (
            <p className={look['warning']}>
              <Icon name="warning" size={14} />
              <span>Until you enter your site, any site can show this chat and use up your plan.</span>
            </p>
          )}
        </div>
        <Radio.Group
          label="Verified identity"
          description="Visitors can prove who they are with a token from your server."
          {...form.getInputProps('settings.identity')}
        >
          <Stack gap="xs" mt={6}>
            {identities.map((each) => (
              <Radio key={each.value} disabled={readOnly} {...each} />
            ))}
          </Stack>
        </Radio.Group>
      </div>
    </Section>
  );
}

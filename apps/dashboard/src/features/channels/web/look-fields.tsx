import { NumberInput, SegmentedControl } from '@mantine/core';
import type { Channel } from '@parley/sdk';
import { Select } from '../../../ui/overlays/select.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { Section } from '../../../ui/page/page.tsx';
import fields from '../edit/fields.module.css';
import { ColourField } from './colours/colour-field.tsx';
import { colourLabels, colourNames, hardToRead, type Scheme, shownColours } from './colours/colours.ts';
import css from './look-fields.module.css';
import { PictureField } from './picture/picture-field.tsx';
import type { WebForm } from './web-form.ts';

const modes = [
  { value: 'auto', label: 'As the device' },
  { value: 'light', label: 'Always light' },
  { value: 'dark', label: 'Always dark' },
];

const schemes = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

interface Props extends WebForm {
  /** The scheme whose colours are edited, and previewed. */
  readonly scheme: Scheme;
  readonly onScheme: (scheme: Scheme) => void;
  readonly channel: Channel;
}

/** Picture, mode, colours and corners; the side of a widget. */
export function LookFields({ form, readOnly, scheme, onScheme, channel }: Props) {
  return (
    <Section title="Appearance">
      <div className={fields['fields']}>
        <PictureField channel={channel} readOnly={readOnly} />
        <div className={css['row']}>
          <Select
            label="Mode"
            data={modes}
            allowDeselect={false}
            readOnly={readOnly}
            {...form.getInputProps('settings.theme.mode')}
          />
          <NumberInput
            label="Corner radius"
            suffix=" px"
            min={0}
            max={24}
            allowDecimal={false}
            clampBehavior="strict"
            readOnly={readOnly}
            {...form.getInputProps('settings.theme.radius')}
          />
          {channel.type === 'widget' && (
            <Select
              label="Position"
              data={[
                { value: 'right', label: 'Bottom right' },
                { value: 'left', label: 'Bottom left' },
              ]}
              allowDeselect={false}
              readOnly={readOnly}
              {...form.getInputProps('settings.position')}
            />
          )}
        </div>
        <fieldset className={css['colours']}>
          <legend className={css['legend']}>Colours</legend>
          <SegmentedControl
            className={css['schemes'] ?? ''}
            size="xs"
            aria-label="Colours of"
            data={schemes}
            value={scheme}
            onChange={(chosen) => onScheme(chosen as Scheme)}
          />
          <Colours form={form} readOnly={readOnly} scheme={scheme} />
        </fieldset>
      </div>
    </Section>
  );
}

function Colours({ form, readOnly, scheme }: WebForm & { scheme: Scheme }) {
  const path = `settings.theme.${scheme}`;
  const own = form.getValues().settings.theme[scheme];
  const shown = shownColours(own, scheme);
  return (
    <>
      <div className={css['grid']}>
        {colourNames.map((name) => (
          <ColourField
            key={`${scheme}-${name}`}
            label={colourLabels[name]}
            shown={shown[name]}
            value={own[name]}
            error={form.errors[`${path}.${name}`]}
            readOnly={readOnly}
            onChange={(colour) => {
              const { [name]: _, ...others } = form.getValues().settings.theme[scheme];
              form.setFieldValue(path, colour === undefined ? others : { ...others, [name]: colour });
            }}
          />
        ))}
      </div>
      <Warnings form={form} />
    </>
  );
}

/** Text that is hard to read, in both schemes: the other one isn't on the screen. */
function Warnings({ form }: Pick<WebForm, 'form'>) {
  const { theme } = form.getValues().settings;
  const used = theme.mode === 'auto' ? (['light', 'dark'] as const) : [theme.mode];
  const found = used.flatMap((scheme) => hardToRead(theme[scheme], scheme).map((pair) => ({ scheme, ...pair })));
  return (
    <div role="status">
      {found.map(({ scheme, text, ground, ratio }) => (
        <p key={`${scheme} ${text} ${ground}`} className={css['warning']}>
          <Icon name="warning" size={14} />
          <span>
            Hard to read in {scheme}: {colourLabels[text].toLowerCase()}
            {text === 'accentText' ? '' : ` on ${colourLabels[ground].toLowerCase()}`} has a contrast of{' '}
            {/* Never rounded up to the limit that it is below. */}
            {(Math.floor(ratio * 10) / 10).toFixed(1)}:1. WCAG asks for 4.5:1.
          </span>
        </p>
      ))}
    </div>
  );
}

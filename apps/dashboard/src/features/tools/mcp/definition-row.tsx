import { Badge, Button, Checkbox } from '@mantine/core';
import { Icon } from '../../../ui/page/icons.tsx';
import { shownText, shownValue } from '../../../ui/page/shown-text.ts';
import { Part } from '../details/part.tsx';
import css from '../tools.module.css';
import { type Definition, states } from './definition-words.ts';
import { type DiffLine, lineDiff } from './line-diff.ts';
import own from './mcp.module.css';

const fields = { description: 'Description', inputSchema: 'Inputs' } as const;

/** A tool of a server. `isChosen` is undefined if it can't be chosen, and `onRemove` if its approval can't be withdrawn. */
export function DefinitionRow(props: {
  definition: Definition;
  isChosen: boolean | undefined;
  onChoose: (isChosen: boolean) => void;
  onRemove: (() => void) | undefined;
}) {
  const { definition, isChosen, onChoose, onRemove } = props;
  const { name, state, problem, changes } = definition;
  const { description, inputSchema } = definition.definition;
  const { label, look } = states[state];
  return (
    <li className={own['definition']}>
      {isChosen !== undefined && (
        <Checkbox
          aria-label={`Choose ${name}`}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      )}
      <div className={own['words']}>
        <div className={own['head']}>
          <span className={css['toolName']}>{shownText(name)}</span>
          <Badge {...look}>{label}</Badge>
          {state !== 'new' && onRemove !== undefined && (
            <Button
              className={own['remove'] ?? ''}
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={`Withdraw the approval of ${name}`}
              onClick={onRemove}
            >
              Withdraw
            </Button>
          )}
        </div>
        {problem !== null && <p className={css['inUse']}>It can’t be approved: {problem}</p>}
        {state === 'changed' ? (
          changes.map(({ field, before, after }) => (
            <Change key={field} title={fields[field]} lines={lineDiff(shownValue(before), shownValue(after))} />
          ))
        ) : (
          <>
            <p className={own['about']}>{shownText(description)}</p>
            <details className={css['more']}>
              <summary>
                <Icon name="chevronRight" size={12} /> What the model reads
              </summary>
              <div className={css['moreFields']}>
                <Part title={fields.description} text={shownText(description)} />
                <Part title={fields.inputSchema} text={shownValue(inputSchema)} />
              </div>
            </details>
          </>
        )}
      </div>
    </li>
  );
}

const signs = { same: ' ', before: '-', after: '+', 'left-out': '…' } as const;
const elements = { same: 'span', before: 'del', after: 'ins', 'left-out': 'span' } as const;

function Change({ title, lines }: { title: string; lines: readonly DiffLine[] }) {
  return (
    <section aria-label={`Change of the ${title.toLowerCase()}`} className={own['change']}>
      <h3 className={css['partTitle']}>{title}: approved (−) and now (+)</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1). */}
      <pre className={css['part']} tabIndex={0}>
        {lines.map(({ kind, text }, index) => {
          const Line = elements[kind];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no state, and many are alike.
            <Line key={index} className={own['line']} data-kind={kind}>
              {signs[kind]} {text}
            </Line>
          );
        })}
      </pre>
    </section>
  );
}

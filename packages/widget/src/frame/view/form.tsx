import { useState } from 'preact/hooks';
import type { Chat } from '../chat-controls.ts';
import { isRequired } from '../conversation/form.ts';
import type { Answers } from '../conversation/session.ts';
import type { State } from '../conversation/state.ts';
import type { Form, FormField } from '../settings.ts';
import type { Texts } from '../texts.ts';

type Problems = Readonly<Record<string, string>>;

/** Values of `autocomplete` by the kind or the key of a field. */
const autocomplete = { email: 'email', phone: 'tel' } as const;
const byKey: readonly (readonly [RegExp, string])[] = [
  [/^(full_?)?name$/i, 'name'],
  [/^first_?name$/i, 'given-name'],
  [/^last_?name$/i, 'family-name'],
  [/^(company|organi[sz]ation)/i, 'organization'],
];

const autocompleteOf = ({ key, type }: FormField): string =>
  type === 'email' || type === 'phone' ? autocomplete[type] : (byKey.find(([test]) => test.test(key))?.[1] ?? 'on');

/** The form of the channel. Its problems stand at their fields, and the first one gets the focus. */
export function VisitorForm({ state, chat, form }: { state: State; chat: Chat | undefined; form: Form }) {
  const { settings, answers } = state;
  const { texts } = settings;
  const [problems, setProblems] = useState<Problems>({});
  const [isSending, setSending] = useState(false);
  const submit = async (element: HTMLFormElement) => {
    const given = readForm(form, element);
    const wrong = problemsOf(form, given, texts);
    const refused = Object.keys(wrong).length > 0 ? wrong : await send(given);
    setProblems(refused);
    const [first] = form.fields.filter(({ key }) => refused[key] !== undefined);
    if (first !== undefined) (element.elements.namedItem(first.key) as HTMLElement | null)?.focus();
  };
  const send = async (given: Answers): Promise<Problems> => {
    setSending(true);
    const refused = (await chat?.submitForm(given)) ?? {};
    setSending(false);
    return refused;
  };
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void submit(event.currentTarget);
      }}
    >
      {form.intro !== '' && <p dir="auto">{form.intro}</p>}
      {form.fields.map((field) => (
        <Field key={field.key} {...{ field, texts }} problem={problems[field.key]} answer={answers?.[field.key]} />
      ))}
      {form.consent.text !== '' && <Consent {...form.consent} />}
      <p class="choices">
        <button type="submit" class="solid" aria-disabled={isSending}>
          {texts.formSend}
        </button>
        {!isRequired(state) && (
          <button type="button" class="quiet" onClick={() => chat?.update({ answers: {} })}>
            {texts.formSkip}
          </button>
        )}
      </p>
    </form>
  );
}

function Consent({ text, url }: Form['consent']) {
  return (
    <p class="note" dir="auto">
      {/^https?:\/\//i.test(url) ? (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow">
          {text}
        </a>
      ) : (
        text
      )}
    </p>
  );
}

interface FieldProps {
  readonly field: FormField;
  readonly texts: Texts;
  readonly problem: string | undefined;
  readonly answer: string | boolean | undefined;
}

function Field({ field, texts, problem, answer }: FieldProps) {
  const { key, label, type, required, description } = field;
  const id = `form-${key}`;
  const about = [description !== '' && `${id}-about`, problem !== undefined && `${id}-problem`].filter(Boolean);
  const common = {
    ...{ id, name: key, required, autocomplete: autocompleteOf(field), 'aria-invalid': problem !== undefined },
    ...(about.length > 0 && { 'aria-describedby': about.join(' ') }),
  };
  return (
    <div class={`field ${type}`}>
      {type === 'checkbox' && <input type="checkbox" defaultChecked={answer === true} {...common} />}
      <label for={id} dir="auto">
        {label} {!required && type !== 'checkbox' && <small>{texts.formOptional}</small>}
      </label>
      {type !== 'checkbox' && (
        <Control {...{ field, texts, common }} answer={typeof answer === 'string' ? answer : ''} />
      )}
      {description !== '' && (
        <p class="note" id={`${id}-about`} dir="auto">
          {description}
        </p>
      )}
      {problem !== undefined && (
        <p class="note bad" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

function Control(props: { field: FormField; texts: Texts; common: object; answer: string }) {
  const { field, texts, common, answer } = props;
  const { type, options } = field;
  if (type === 'select') {
    return (
      <select {...common}>
        <option value="">{texts.formChoose}</option>
        {options.map((option) => (
          <option key={option} selected={option === answer}>
            {option}
          </option>
        ))}
      </select>
    );
  }
  if (type === 'textarea') return <textarea rows={3} maxLength={1_000} dir="auto" defaultValue={answer} {...common} />;
  const shared = { ...common, maxLength: 254, dir: 'auto', defaultValue: answer } as const;
  if (type === 'email') return <input type="email" {...shared} />;
  return type === 'phone' ? <input type="tel" {...shared} /> : <input type="text" {...shared} />;
}

function readForm({ fields }: Form, element: HTMLFormElement): Answers {
  const data = new FormData(element);
  return Object.fromEntries(
    fields.flatMap(({ key, type }): [string, string | boolean][] => {
      const value = data.get(key);
      if (type === 'checkbox') return [[key, value !== null]];
      return typeof value === 'string' && value.trim() !== '' ? [[key, value.trim()]] : [];
    }),
  );
}

/** Problems that need no question to the service. */
function problemsOf({ fields }: Form, answers: Answers, texts: Texts): Problems {
  const wrong = fields.flatMap(({ key, type, required }): [string, string][] => {
    const answer = answers[key];
    if (!answer) return required ? [[key, type === 'checkbox' ? texts.formTick : texts.formRequired]] : [];
    if (type === 'email' && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(String(answer))) return [[key, texts.formEmail]];
    if (type === 'phone' && !/^\+?[\d\s()./-]{3,}$/.test(String(answer))) return [[key, texts.formPhone]];
    return [];
  });
  return Object.fromEntries(wrong);
}

import { Button, Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import type { Tool, TriedTool } from '@parley/sdk';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorsByPath } from '../../../api/errors.ts';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { duration } from '../../chat/message/message-words.ts';
import { parseSchema } from '../fields/inputs.ts';
import { toolCalls } from '../tool-calls.ts';
import css from '../tools.module.css';
import { argumentsOf, type Field, fieldsOf } from './arguments.ts';
import { Part } from './part.tsx';

/** Schemas that the service has itself are short: their arguments are optional. */
const builtinFields: readonly Field[] = [
  { name: 'timeZone', type: 'string', required: false, description: 'IANA time zone such as Europe/Berlin.' },
];

/** Calls a tool that has one function. */
export function TryIt({ tool: { _id, type, inputSchema } }: { tool: Tool }) {
  const fields = type === 'builtin' ? builtinFields : fieldsOf(inputSchema);
  return <Trial fields={fields} call={(args) => toolCalls.tryOut(_id, { arguments: args })} />;
}

/**
 * Calls a tool with typed arguments, and shows what was sent and what came back. Secrets are masked. Without `fields`, the
 * arguments are typed as JSON.
 */
export function Trial(props: {
  fields: readonly Field[] | undefined;
  call: (args: Record<string, unknown>) => Promise<TriedTool>;
}) {
  const { fields, call } = props;
  const [typed, setTyped] = useState<Readonly<Record<string, string | boolean>>>({});
  const [json, setJson] = useState('{}');
  const [wrong, setWrong] = useState<string>();
  const { mutate, data, error, isPending } = useMutation({ mutationFn: call });
  const send = (event: React.FormEvent) => {
    event.preventDefault();
    if (fields !== undefined) return mutate(argumentsOf(fields, typed));
    const parsed = parseSchema(json);
    setWrong(typeof parsed === 'string' ? parsed : undefined);
    if (typeof parsed !== 'string') mutate(parsed ?? {});
  };
  const beside = errorsByPath(error);
  const errorOf = (name: string) => beside[`arguments.${name}`];
  const isBeside = fields?.some(({ name }) => errorOf(name) !== undefined) ?? false;
  return (
    <form onSubmit={send} noValidate aria-label="Arguments">
      <Stack gap="md">
        {fields?.map((field) => (
          <ArgumentField
            key={field.name}
            field={field}
            value={typed[field.name]}
            error={errorOf(field.name)}
            onChange={(value) => setTyped({ ...typed, [field.name]: value })}
          />
        ))}
        {fields === undefined && (
          <Textarea
            label="Arguments as JSON"
            classNames={{ input: css['code'] ?? '' }}
            autosize
            minRows={3}
            maxRows={16}
            spellCheck={false}
            value={json}
            error={wrong}
            onChange={(event) => setJson(event.currentTarget.value)}
          />
        )}
        <div>
          <Button type="submit" variant="default" loading={isPending}>
            Try it
          </Button>
        </div>
        {error !== null && !isBeside && <ProblemNotice error={error} />}
        {data !== undefined && !isPending && <Tried tried={data} />}
      </Stack>
    </form>
  );
}

function ArgumentField(props: {
  field: Field;
  value: string | boolean | undefined;
  error: string | undefined;
  onChange: (value: string | boolean) => void;
}) {
  const { field, value, error, onChange } = props;
  const { name, type, required, description } = field;
  const words = { description: description === '' ? undefined : description, error };
  if (type === 'boolean') {
    return (
      <Checkbox
        label={name}
        {...words}
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  return (
    <TextInput
      label={required ? name : `${name} (optional)`}
      {...words}
      inputMode={type === 'string' ? 'text' : 'decimal'}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

/** The outcome of a trial: the text that a model would get, then what was sent and what came back. */
function Tried({ tried: { ok, content, latencyMs, request, reply } }: { tried: TriedTool }) {
  return (
    <div className={css['tried']} role="status">
      <p className={css['verdict']} data-failed={!ok || undefined}>
        {ok ? 'It worked' : 'It failed'} in {duration(latencyMs)}
      </p>
      <Part title="What the model gets" text={content === '' ? '(nothing)' : content} />
      {request !== null && (
        <Part
          title="Request"
          text={`${request.method} ${request.url}\n${headersText(request.headers)}${bodyText(request.body)}`}
        />
      )}
      {reply !== null && (
        <Part title="Response" text={`${reply.status}\n${headersText(reply.headers)}${bodyText(reply.body)}`} />
      )}
    </div>
  );
}

const headersText = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
const bodyText = (body: string | null) => (body === null || body === '' ? '' : `\n\n${body}`);

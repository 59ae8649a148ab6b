import { TextInput } from '@mantine/core';
import { CopyableId } from '../../../ui/code/copy.tsx';
import css from '../tools.module.css';
import { Remove } from './pairs-field.tsx';
import type { ToolForm } from './use-tool-form.ts';

/** The OAuth client with which accounts of an API are connected. */
export function OAuthFields({ form }: { form: ToolForm }) {
  const plain = { autoComplete: 'off', spellCheck: false } as const;
  return (
    <fieldset className={css['client']} aria-label="OAuth client">
      <p className={css['clientHint']}>
        Register an OAuth client at the API, with this redirect URI:{' '}
        <CopyableId id={`${location.origin}/connect/callback`} what="redirect URI" />
      </p>
      <TextInput label="Client ID" maxLength={500} {...plain} {...form.getInputProps('clientId')} />
      <ClientSecret form={form} />
      <TextInput
        label="Authorization address"
        description="People sign in here."
        placeholder="https://auth.example.com/authorize"
        maxLength={2_000}
        {...plain}
        {...form.getInputProps('authorizationUrl')}
      />
      <TextInput
        label="Token address"
        description="Tokens are issued and refreshed here."
        placeholder="https://auth.example.com/token"
        maxLength={2_000}
        {...plain}
        {...form.getInputProps('tokenUrl')}
      />
      <TextInput
        className={css['wholeRow'] ?? ''}
        label="Scopes (optional)"
        description="Separated by spaces. Without any, those that the API gives by default."
        placeholder="orders:read"
        maxLength={1_000}
        {...plain}
        {...form.getInputProps('scope')}
      />
    </fieldset>
  );
}

function ClientSecret({ form }: { form: ToolForm }) {
  const { value, isStored } = form.values.clientSecret;
  return (
    <TextInput
      label="Client secret (optional)"
      type="password"
      autoComplete="new-password"
      spellCheck={false}
      maxLength={8_000}
      placeholder={isStored ? 'Stored; type to replace' : ''}
      value={value}
      error={form.errors['clientSecret']}
      onChange={(event) => form.setFieldValue('clientSecret', { value: event.currentTarget.value, isStored })}
      rightSection={
        isStored && (
          <Remove
            label="Remove the client secret"
            onClick={() => form.setFieldValue('clientSecret', { value: '', isStored: false })}
          />
        )
      }
    />
  );
}

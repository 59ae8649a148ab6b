import type { Static, TObject, TProperties } from 'typebox';
import type { ErrorDetail } from '../errors.ts';
import type { Messenger, SettingValues } from './messenger.ts';

/**
 * Use of the secret of a channel: identities of visitors, signatures of requests, or a token with which a platform
 * shows that a request is its own.
 */
export type SecretUse = 'identity' | 'signature' | 'verification';

/** The addresses that a channel can have. */
export type UrlName = 'page' | 'script' | 'inbound';

/** A kind of channel: a way in which people reach an agent. See decision 0047. */
export interface ChannelKind {
  /** Name of the kind, for a person. */
  readonly title: string;
  /** One sentence that says what it is for. */
  readonly description: string;
  /**
   * Settings that a caller sets; a setting without a default is required. Secret fields are `writeOnly`. A field with
   * `'x-if': { inbound: 'imap' }` counts only with that value of the other field; forms leave it out otherwise.
   */
  readonly settings: TObject;
  /** Names the settings that say where each secret setting goes. See decision 0062. */
  readonly secretsGoTo: Readonly<Record<string, Destination<SettingValues>>>;
  /** Use of its generated secret; null if it has no secret. */
  readonly secret: SecretUse | null;
  readonly urls: readonly UrlName[];
  /** Steps to connect it, in order. `{page}`, `{script}`, `{inbound}`, `{channel}` stand for its own values. */
  readonly steps: readonly string[];
  /** Functions that talk with its platform; undefined for chats on the web, whose visitors talk with the server. */
  readonly messenger?: Messenger;
  /** Finds what the schema can't: with paths that begin with `settings.`. */
  problems?(settings: SettingValues): readonly ErrorDetail[];
}

/**
 * The names of the settings that say where a secret goes: server, port, security, user. If one of them changes, the
 * secret must be given again. Empty for a secret that goes to the platform of its kind, whose address is no setting.
 */
type Destination<Settings> = (settings: Settings) => readonly string[];

/** The names of secret settings. */
type SecretName<Properties extends TProperties> = {
  [Name in keyof Properties]: Properties[Name] extends { readonly writeOnly: true } ? Name : never;
}[keyof Properties];

/** A kind with the type of its settings. */
interface TypedKind<Settings extends TObject> extends Omit<ChannelKind, 'settings' | 'secretsGoTo' | 'problems'> {
  readonly settings: Settings;
  /** Has every secret setting: a forgotten one doesn't compile. */
  readonly secretsGoTo: {
    readonly [Name in SecretName<Settings['properties']>]: (
      settings: Static<Settings>,
    ) => readonly (keyof Static<Settings> & string)[];
  };
  problems?(settings: Static<Settings>): readonly ErrorDetail[];
}

/**
 * Defines a kind; infers the type of its settings. Safe: settings reach it only after they are validated. Throws for a
 * secret setting without a destination: one that isn't made by `secretField` has no type that tells.
 */
export function channelKind<Settings extends TObject>(kind: TypedKind<Settings>): ChannelKind {
  const forgotten = secretNamesOf(kind.settings).filter((name) => !(name in kind.secretsGoTo));
  if (forgotten.length > 0) throw new Error(`${kind.title} doesn't say where ${forgotten.join(', ')} may go.`);
  return kind as unknown as ChannelKind;
}

/** The names of the settings that are only written. */
export const secretNamesOf = ({ properties }: TObject): readonly string[] =>
  Object.keys(properties).filter((name) => (properties[name] as { readonly writeOnly?: boolean }).writeOnly === true);

/** Of a secret that goes to the platform of its kind, at an address that no setting changes. */
export const toPlatform = (): readonly never[] => [];

import type { Static, TObject } from 'typebox';
import type { ErrorDetail } from '../../../errors.ts';
import type { Messenger, SettingValues } from './messenger.ts';

/**
 * What the secret of a channel is for: identities of visitors, signatures of requests, or a token with which a platform
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
   * What a caller sets: what has no default must be given. A field that is secret is `writeOnly`; one with
   * `'x-if': { inbound: 'imap' }` counts only with that value of the other, and forms leave it out otherwise.
   */
  readonly settings: TObject;
  /** What its generated secret is for; null if it has none. */
  readonly secret: SecretUse | null;
  readonly urls: readonly UrlName[];
  /** What to do once to connect it, in order. `{page}`, `{script}`, `{inbound}`, `{channel}` stand for its own. */
  readonly steps: readonly string[];
  /** How it talks with its platform; undefined for chats on the web, whose visitors do. */
  readonly messenger?: Messenger;
  /** Finds what the schema can't: with paths that begin with `settings.`. */
  problems?(settings: SettingValues): readonly ErrorDetail[];
}

/** A kind with the type of its settings. */
interface TypedKind<Settings extends TObject> extends Omit<ChannelKind, 'settings' | 'problems'> {
  readonly settings: Settings;
  problems?(settings: Static<Settings>): readonly ErrorDetail[];
}

/** Defines a kind; infers the type of its settings. Safe: settings reach it only after they are validated. */
export const channelKind = <Settings extends TObject>(kind: TypedKind<Settings>): ChannelKind =>
  kind as unknown as ChannelKind;

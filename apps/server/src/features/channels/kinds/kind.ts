import type { Static, TObject } from 'typebox';
import type { ErrorDetail } from '../../../errors.ts';

/** What the secret of a channel is for: identities of visitors, or signatures of requests. */
export type SecretUse = 'identity' | 'signature';

/** The addresses that a channel can have. */
export type UrlName = 'page' | 'script' | 'inbound';

/** A kind of channel: a way in which people reach an agent. See decision 0047. */
export interface ChannelKind<Settings extends TObject = TObject> {
  /** Name of the kind, for a person. */
  readonly title: string;
  /** One sentence that says what it is for. */
  readonly description: string;
  /** What a caller sets. Every field is optional or has a default; one that is secret is `writeOnly`. */
  readonly settings: Settings;
  /** What its generated secret is for; null if it has none. */
  readonly secret: SecretUse | null;
  readonly urls: readonly UrlName[];
  /** What to do once to connect it, in order. `{page}`, `{script}`, `{inbound}`, `{channel}` stand for its own. */
  readonly steps: readonly string[];
  /** Finds what the schema can't: with paths that begin with `settings.`. */
  problems?(settings: Static<Settings>): readonly ErrorDetail[];
}

/** Defines a kind; infers the type of its settings. */
export const channelKind = <Settings extends TObject>(kind: ChannelKind<Settings>): ChannelKind<Settings> => kind;

import type { VisitorActor } from '../../../access/actor.ts';
import { addressPrefix } from '../../../access/limits/address-prefix.ts';
import type { FailureLimiter, RateLimiter } from '../../../access/limits/rate-limit.ts';
import { tooManyFailures } from '../../../access/limits/rate-limit.ts';
import { isOwnOrigin } from '../../../access/own-origin.ts';
import { invalidToken, type VisitorClaims, type VisitorTokens } from '../../../access/visitor-tokens.ts';
import { AppError, invalid } from '../../../errors.ts';
import { satisfactionOf } from '../../../platforms/satisfaction.ts';
import { type Answers, keptAnswers } from '../../../platforms/web/form.ts';
import { launcherOf } from '../../../platforms/web/launcher.ts';
import { type WebSettings, webDefaults } from '../../../platforms/web/settings.ts';
import type { Database } from '../../../storage/database.ts';
import { failures as refusals } from '../failures.ts';
import { inactiveChannel } from '../gate/gate.ts';
import { webSettingsOf } from '../gate/visitor-rules.ts';
import { picturePath, type StoredPicture } from '../pictures/schema.ts';
import { storedLimits } from '../settings/limits-schema.ts';
import { type Identity, identityRequired, verifyIdentity } from './identity.ts';
import { frameAncestors, mayEmbed, originOf } from './origins.ts';
import type { VisitorDraft, VisitorSession } from './schema.ts';
import { findVisited, type VisitedChannel } from './store.ts';

/** Limits by address, per minute: an office has one address. */
const entrances = {
  requests: { subject: 'entrances', limit: 600 },
  'new visitors': { subject: 'new-visitors', limit: 60 },
} as const;

/** Dependencies of visitors. */
export interface VisitorNeeds {
  readonly db: Database;
  readonly now: () => number;
  newId(kind: 'visitor'): string;
  readonly tokens: VisitorTokens;
  readonly limiter: RateLimiter;
  /** Counts refused proofs of identity by address. */
  readonly failures: FailureLimiter;
  /** Returns the secrets by which a proof of identity may be signed, from the sealed ones of a channel. */
  identitySecrets(channel: string, sealed: string): readonly string[];
  /** The origin of the instance. */
  readonly ownOrigin: string;
  /** True if a mail server is set. */
  readonly sendsMail: boolean;
  /** Finds the latest answers of a visitor to the form of a channel, as JSON. */
  answersOf(workspace: string, place: { readonly channel: string; readonly user: string }): Promise<string | undefined>;
}

/** A visitor's request for a session: its address, origin and proofs. */
export interface Entrance {
  readonly address: string;
  /** The `Origin` of the page that asks, and the `Host` that it asks. */
  readonly origin: string | undefined;
  readonly host: string | undefined;
}

/** Data that the page of a channel is served with. */
export interface ChannelPage {
  readonly title: string;
  /** The value of `frame-ancestors`. */
  readonly frameAncestors: string;
  /** Language of the chat: a code, or `auto` for the visitor’s. */
  readonly language: string;
  /** Public data of the launcher; null if the channel is inactive. */
  readonly launcher: object | null;
}

/** A channel whose chat is on the web. */
interface WebChannel extends VisitedChannel {
  readonly type: 'widget' | 'page';
  readonly web: WebSettings;
}

export type Visitors = ReturnType<typeof createVisitors>;

/** Visitors: people without an account who talk with an agent on the web. They have tokens, and no rows. */
export function createVisitors({ db, now, newId, tokens, limiter, failures, ...needs }: VisitorNeeds) {
  const { identitySecrets, answersOf } = needs;
  const origins = new Set([needs.ownOrigin]);

  /** Finds a channel whose chat is on the web. */
  const find = async (id: string): Promise<WebChannel | undefined> => {
    const channel = await findVisited(db, id);
    if (channel === undefined || (channel.type !== 'widget' && channel.type !== 'page')) return undefined;
    return { ...channel, type: channel.type, web: webSettingsOf(channel) };
  };

  const embeddingOf = ({ type, web }: WebChannel) => ({ type, allowedOrigins: web.allowedOrigins });

  const checkOrigin = (channel: WebChannel, origin: string | null): void => {
    if (origin === null || mayEmbed(embeddingOf(channel), origin)) return;
    throw new AppError('origin_not_allowed', 'The channel may not be used on this site.', {
      hint: 'Add the site’s origin to `allowedOrigins` of the channel.',
    });
  };

  /** Verifies a proof of identity; undefined without a proof, or if the channel ignores it. */
  const identify = async (
    channel: WebChannel,
    proof: string | undefined,
    address: string,
  ): Promise<Identity | undefined> => {
    const { identity } = channel.web;
    if (proof === undefined || identity === 'off') {
      if (identity === 'required') throw identityRequired();
      return undefined;
    }
    try {
      const secrets = identitySecrets(channel.id, channel.secrets);
      return await verifyIdentity(proof, { channel: channel.id, secrets, now: now() });
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_identity') throw error;
      // A good one is good from a noisy address, too.
      const wait = failures.fail(address, now());
      throw wait === undefined ? error : tooManyFailures(wait);
    }
  };

  /** Reads the token that an anonymous visitor has from before; undefined if it is of no use here. */
  const resume = (token: string | undefined, channel: string): VisitorClaims | undefined => {
    if (token === undefined) return undefined;
    try {
      const claims = tokens.read(token);
      // A verified visitor proves the identity again: another person may be signed in by now.
      return claims.channel === channel && !claims.verified ? claims : undefined;
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  };

  const count = async (what: keyof typeof entrances, address: string): Promise<void> => {
    const { subject, limit } = entrances[what];
    const time = now();
    const { allowed, resetAt } = await limiter.take(`${subject}:${addressPrefix(address)}`, limit, time);
    if (allowed) return;
    const wait = Math.max(1, Math.ceil((resetAt - time) / 1000));
    throw new AppError('rate_limited', `Too many ${what}; try again in ${wait} seconds.`, { retryAfter: wait });
  };

  /** Returns the earlier answers of a visitor that the form still takes; null without answers or a form. */
  const earlierAnswers = async ({ id: channel, workspace, web }: WebChannel, user: string): Promise<Answers | null> => {
    if (web.form.when === 'off') return null;
    const found = await answersOf(workspace, { channel, user });
    return found === undefined ? null : keptAnswers(web.form, JSON.parse(found) as Answers);
  };

  return {
    /**
     * Lets a visitor in: a verified one, one who comes back with a token, or a new one. Throws `channel_not_found`,
     * `channel_inactive`, `origin_not_allowed`, `invalid_identity`, `expired_identity`, `identity_required` or
     * `rate_limited`.
     */
    enter: async (id: string, draft: VisitorDraft, entrance: Entrance): Promise<VisitorSession> => {
      const { address, host } = entrance;
      await count('requests', address);
      /** The instance's own pages may do everything; the dashboard shows a preview. */
      const foreign = (origin: string | undefined) =>
        origin === undefined || isOwnOrigin({ origins, host }, origin) ? null : origin;
      const [asking, embedding] = [foreign(entrance.origin), foreign(draft.origin && demandOrigin(draft.origin))];
      const channel = await find(id);
      if (channel === undefined) throw refusals.noChannel();
      checkOrigin(channel, asking);
      checkOrigin(channel, embedding);
      if (channel.status === 'inactive') throw inactiveChannel();
      const identity = await identify(channel, draft.identity, address);
      const known = identity === undefined ? resume(draft.token, id) : undefined;
      if (identity === undefined && known === undefined) await count('new visitors', address);
      const visitor = identity
        ? { ...identity, verified: true }
        : { id: known?.visitor ?? newId('visitor'), name: null, verified: false };
      const { id: named, name, verified } = visitor;
      const claims = { channel: id, visitor: named, name, verified, origin: embedding ?? asking };
      const { token, expiresAt } = tokens.issue(claims);
      const form = await earlierAnswers(channel, named);
      const end = new Date(expiresAt).toISOString();
      return { token, expiresAt: end, visitor: { ...visitor, form }, channel: shown(channel, needs.sendsMail) };
    },

    /**
     * Recognises the token of a visitor at an address. Throws `invalid_visitor_token`, `expired_visitor_token`, or
     * `origin_not_allowed` if the channel no longer allows the page that embeds it.
     */
    recognise: async (token: string, address: string): Promise<VisitorActor> => {
      const claims = tokens.read(token);
      const channel = await find(claims.channel);
      // Since the channel asks for a proof, a token without one is of no use any more.
      if (channel === undefined || (channel.web.identity === 'required' && !claims.verified)) throw invalidToken();
      checkOrigin(channel, claims.origin);
      const { agent, workspace, account, web } = channel;
      return {
        kind: 'visitor',
        id: claims.visitor,
        channel: channel.id,
        agent: agent.id,
        workspace,
        account,
        address,
        seesCitations: web.citations,
        expiresAt: claims.expiresAt,
        origin: undefined,
      };
    },

    /** Returns what the page of a channel is served with; undefined if there is no such channel on the web. */
    page: async (id: string): Promise<ChannelPage | undefined> => {
      const channel = await find(id);
      if (channel === undefined) return undefined;
      const launcher =
        channel.status === 'inactive'
          ? null
          : launcherOf(channel.agent.id, { ...channel.web, picture: pictureOf(channel) });
      const { language } = channel.web;
      return { title: titleOf(channel), frameAncestors: frameAncestors(embeddingOf(channel)), language, launcher };
    },
  };
}

/** Returns an origin; throws `validation_failed` if the text is no origin. */
function demandOrigin(text: string): string {
  const origin = originOf(text);
  if (origin !== undefined) return origin;
  throw invalid([{ path: 'origin', message: 'must be an origin such as https://example.com' }]);
}

const titleOf = ({ web, agent }: WebChannel) => (web.title === '' ? agent.name : web.title);

/** The path of the picture of a channel; null if it has none. */
function pictureOf({ id, picture }: WebChannel): string | null {
  return picture === null ? null : picturePath(id, (JSON.parse(picture) as StoredPicture).hash);
}

/** Data of a channel that the chat shows. */
function shown(channel: WebChannel, sendsMail: boolean): VisitorSession['channel'] {
  const { id, type, agent, web, offlineMessage } = channel;
  const { greeting, suggestions, theme, texts, position = webDefaults.position, feedback, citations } = web;
  const { form, language, sound, titleBadge, handover } = web;
  return {
    ...{ _id: id, type, agent: agent.id, title: titleOf(channel), picture: pictureOf(channel) },
    ...{
      greeting,
      suggestions,
      language,
      theme,
      texts,
      position,
      feedback,
      citations,
      sound,
      titleBadge,
      form,
      transcript: web.transcript && sendsMail,
      handover: handover.offered,
      satisfaction: satisfactionOf(web),
    },
    ...{ available: agent.isActive, messageLength: storedLimits(channel).messageLength, offlineMessage },
  };
}

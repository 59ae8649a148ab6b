import { createFailureLimiter } from '../../access/limits/rate-limit.ts';
import { createVisitorTokens } from '../../access/visitor-tokens.ts';
import type { NamesOf } from '../../access/workspace-for.ts';
import { createChecks } from '../../http/validation.ts';
import { parseJsonBody } from '../../http/wire/bodies/json-body.ts';
import type { Belongings } from '../../storage/belongings.ts';
import { expiry } from '../../storage/expired.ts';
import type { ScanOf } from '../../storage/scans/scan-queue.ts';
import { withScans } from '../../storage/scans/with-scans.ts';
import { createChannelTest } from './checks/channel-test.ts';
import { checkEndpoints } from './checks/routes.ts';
import { createSettingsTest } from './checks/settings-test.ts';
import { createDisconnect } from './connecting/disconnect.ts';
import { createConnectionJobs } from './connecting/jobs.ts';
import { createPolling } from './connecting/polling.ts';
import { createDemandDeliverable } from './delivery/obstacles.ts';
import { createDelivering } from './delivery/outbox/jobs.ts';
import { createOutbox, type OutboxNeeds } from './delivery/outbox/outbox.ts';
import { deliveryEndpoints } from './delivery/routes.ts';
import { createDeliveries } from './delivery/service.ts';
import { releaseIds } from './external-store.ts';
import { createGate, type GateNeeds } from './gate/gate.ts';
import { createConfirmationText, createVisitorRules } from './gate/visitor-rules.ts';
import { inboundEndpoints } from './inbound/routes.ts';
import { createInbound } from './inbound/service.ts';
import { createArrivals } from './inbound/store-events.ts';
import type { MessengerNeeds } from './messenger-needs.ts';
import type { ChannelNeeds } from './needs.ts';
import { pictureEndpoints } from './pictures/routes.ts';
import { createPictures } from './pictures/service.ts';
import * as contents from './removal/contents-store.ts';
import { createRemoval } from './removal/removal.ts';
import { createRoomChannels } from './room-channels.ts';
import { channelEndpoints } from './routes.ts';
import { createAskingJobs } from './satisfaction/jobs.ts';
import { askBy } from './satisfaction/kinds.ts';
import { createChannels } from './service.ts';
import { readSecrets, validSecrets } from './settings/secrets.ts';
import * as store from './store.ts';
import { createTyping } from './typing/typing.ts';
import { createUpsert } from './upsert.ts';
import { visitorEndpoints } from './visitors/routes.ts';
import { createVisitors } from './visitors/service.ts';

/** Functions of channels for conversations. They need nothing of those, so they come first. */
export function channelRules(needs: GateNeeds & OutboxNeeds) {
  return {
    /** Lets a message through a channel pass. */
    passChannel: createGate(needs),
    demandDeliverable: createDemandDeliverable(needs),
    /** Reads what a channel asks its visitors. */
    visitorRules: createVisitorRules(needs),
    confirmationText: createConfirmationText(needs),
    outbox: createOutbox(needs),
  };
}

/** Returns the function that has the user of a closed conversation asked how satisfied they are. */
export const askAtClosing = askBy;

/** Returns the function that finds the channel of a team's room. It needs no other feature. */
export const roomChannels = createRoomChannels;

/** Channels: how people reach an agent, and the visitors who come through them. */
export function channelsFeature(needs: ChannelNeeds & { readonly namesOf: NamesOf }) {
  const { db, now, secrets } = needs;
  const channels = createChannels({ ...needs, createCheck: createChecks() });
  const removal = createRemoval(needs);
  const pictures = createPictures(needs);
  const visitors = createVisitors({
    ...{ ...needs, ownOrigin: new URL(needs.publicUrl).origin, failures: createFailureLimiter() },
    tokens: createVisitorTokens(secrets.visitorKey, now),
    answersOf: needs.conversations.answersOf,
    identitySecrets: (channel, sealed) => validSecrets(readSecrets(secrets, { channel, secrets: sealed }), now()),
  });
  return {
    endpoints: [
      ...channelEndpoints({ channels, upsert: createUpsert({ ...needs, channels }), removal }),
      ...checkEndpoints({ test: createChannelTest(needs), tryOut: createSettingsTest(needs, createChecks()) }),
      ...pictureEndpoints(pictures),
      ...visitorEndpoints(visitors),
    ],
    /** Recognises the token of a visitor. */
    recogniseVisitor: visitors.recognise,
    /** The data that the page of a channel is served with. */
    page: visitors.page,
    /** Finds the picture of a channel by its public address. */
    picture: pictures.find,
    jobs: [...removal.jobs, expiry(db, 'channel_counts')],
    /** The channels of an agent, for its deletion. */
    ofAgent: {
      count: (workspace: string, agent: string, scan: ScanOf) =>
        store.countOfAgent(withScans(db, scan), workspace, agent),
      counted: store.countedOfAgent,
      releaseIds: (workspace: string, agent: string) => releaseIds(db, workspace, agent),
      isShort: (agent: string) => contents.isShort({ agent }),
      nextPart: (workspace: string, agent: string) => contents.nextPart(db, workspace, { agent }),
    },
    /** The channels of a workspace; they are deleted with their agents, what they keep of their own before. */
    ofWorkspace: {
      count: async (workspace, scan) => ({ channels: await store.countOfWorkspace(withScans(db, scan), workspace) }),
      next: async (workspace, from) => {
        const part = await contents.nextPart(db, workspace, { workspace });
        if (part.length > 0) return { statements: part, from };
        const { statements, last } = await needs.farewell.ofWorkspace(workspace, from);
        return last === undefined ? undefined : { statements, from: last };
      },
    } satisfies Belongings,
  };
}

/** Channels that talk with a platform: what comes in is handled, and what goes out is delivered, by jobs. */
export function messengersFeature(needs: MessengerNeeds) {
  const { db, outbox } = needs;
  const typing = createTyping(needs);
  const arrivals = createArrivals({ ...needs, typing });
  const connections = createConnectionJobs(needs);
  const disconnect = createDisconnect(needs);
  const inbound = createInbound({
    ...{ ...needs, failures: createFailureLimiter(), createCheck: createChecks(), parseJson: parseJsonBody },
    ...arrivals,
  });
  return {
    endpoints: [...inboundEndpoints(inbound), ...deliveryEndpoints(createDeliveries(needs))],
    connect: connections.connect,
    farewell: disconnect,
    jobs: [
      ...[...arrivals.jobs, ...createDelivering(needs), ...connections.jobs, ...disconnect.jobs],
      ...[...createPolling(needs, arrivals.arriving), ...createAskingJobs(needs), expiry(db, 'channel_events')],
    ],
    /** Shows users that an answer is being written to them. */
    typing,
    close: async (): Promise<void> => {
      typing.close();
      await outbox.close();
    },
  };
}

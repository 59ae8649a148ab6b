import { foundation } from './0001-0010/0001-foundation.ts';
import { jobs } from './0001-0010/0002-jobs.ts';
import { blobs } from './0001-0010/0003-blobs.ts';
import { replyParts } from './0001-0010/0004-reply-parts.ts';
import { noIndexOfEvents } from './0001-0010/0005-no-index-of-events.ts';
import { verifiedAddresses } from './0001-0010/0006-verified-addresses.ts';
import { coveringIndexes } from './0001-0010/0007-covering-indexes.ts';
import { quotaCounts } from './0001-0010/0008-quota-counts.ts';
import { mail } from './0001-0010/0009-mail.ts';
import { lighterWrites } from './0001-0010/0010-lighter-writes.ts';
import { messageRevisions } from './0011-0020/0011-message-revisions.ts';
import { passwordResets } from './0011-0020/0012-password-resets.ts';
import { keySuccessors } from './0011-0020/0013-key-successors.ts';
import { messageWords } from './0011-0020/0014-message-words.ts';
import { deletedWorkspaces } from './0011-0020/0015-deleted-workspaces.ts';
import { knowledge } from './0011-0020/0016-knowledge.ts';
import { channels } from './0011-0020/0017-channels.ts';
import { messengers } from './0011-0020/0018-messengers.ts';
import { inbox } from './0011-0020/0019-inbox.ts';
import { providerKeys } from './0011-0020/0020-provider-keys.ts';
import { takenBy } from './0021-0030/0021-taken-by.ts';
import { statistics } from './0021-0030/0022-statistics.ts';
import { agentActivity } from './0021-0030/0023-agent-activity.ts';
import { reads } from './0021-0030/0024-reads.ts';
import { playgroundList } from './0021-0030/0025-playground-list.ts';
import { sealedForPlaces } from './0021-0030/0026-sealed-for-places.ts';
import { jobsByAccount } from './0021-0030/0027-jobs-by-account.ts';
import { secondFactor } from './0021-0030/0028-second-factor.ts';
import { documentSources } from './0021-0030/0029-document-sources.ts';
import { connectedSources } from './0031-0040/0031-connected-sources.ts';
import { editedChunks } from './0031-0040/0032-edited-chunks.ts';
import { groundingJudges } from './0031-0040/0033-grounding-judges.ts';
import { syncHooks } from './0031-0040/0034-sync-hooks.ts';
import { visitors } from './0031-0040/0037-visitors.ts';
import { channelPictures } from './0031-0040/0038-channel-pictures.ts';
import { messageAttachments } from './0031-0040/0039-message-attachments.ts';
import { externalIds } from './0031-0040/0040-external-ids.ts';
import { eventLog } from './0041-0050/0041-event-log.ts';
import { webhooks } from './0041-0050/0042-webhooks.ts';
import { tools } from './0041-0050/0043-tools.ts';
import { fallbackModels } from './0041-0050/0044-fallback-models.ts';
import { toolConnections } from './0041-0050/0045-tool-connections.ts';
import { approvalLinks } from './0041-0050/0046-approval-links.ts';
import { approvalRooms } from './0041-0050/0047-approval-rooms.ts';
import { userConnections } from './0041-0050/0048-user-connections.ts';
import { answeringAgents } from './0041-0050/0049-answering-agents.ts';
import { agentsWithTools } from './0041-0050/0050-agents-with-tools.ts';
import { conversationEntries } from './0051-0060/0051-conversation-entries.ts';
import { savedReplies } from './0051-0060/0052-saved-replies.ts';
import { views } from './0051-0060/0053-views.ts';
import { teams } from './0051-0060/0054-teams.ts';
import { workingHours } from './0051-0060/0055-working-hours.ts';
import { availability } from './0051-0060/0056-availability.ts';
import { conversationAssignment } from './0051-0060/0057-conversation-assignment.ts';
import { lastGiven } from './0051-0060/0058-last-given.ts';
import { handedOver } from './0051-0060/0059-handed-over.ts';
import { presence } from './0061-0070/0061-presence.ts';
import { conversationNotes } from './0061-0070/0062-conversation-notes.ts';
import { handoverRules } from './0061-0070/0065-handover-rules.ts';
import { satisfaction } from './0061-0070/0066-satisfaction.ts';
import { suggestions } from './0061-0070/0067-suggestions.ts';
import { answerAddresses } from './0061-0070/0068-answer-addresses.ts';
import { roomThreads } from './0061-0070/0069-room-threads.ts';
import { askedInMessengers } from './0061-0070/0070-asked-in-messengers.ts';
import { agentsAsJson } from './0071-0080/0072-agents-as-json.ts';
import { arrivingEvents } from './0071-0080/0073-arriving-events.ts';
import type { Migration } from './migration.ts';

/** Every migration in the order in which it is applied: a map by hand, not a scan of the disk. */
export const migrations: readonly Migration[] = [
  foundation,
  jobs,
  blobs,
  replyParts,
  noIndexOfEvents,
  verifiedAddresses,
  coveringIndexes,
  quotaCounts,
  mail,
  lighterWrites,
  messageRevisions,
  passwordResets,
  keySuccessors,
  messageWords,
  deletedWorkspaces,
  knowledge,
  channels,
  messengers,
  inbox,
  providerKeys,
  takenBy,
  statistics,
  agentActivity,
  reads,
  playgroundList,
  sealedForPlaces,
  jobsByAccount,
  secondFactor,
  documentSources,
  connectedSources,
  editedChunks,
  groundingJudges,
  syncHooks,
  visitors,
  channelPictures,
  messageAttachments,
  externalIds,
  eventLog,
  webhooks,
  tools,
  fallbackModels,
  toolConnections,
  approvalLinks,
  approvalRooms,
  userConnections,
  answeringAgents,
  agentsWithTools,
  conversationEntries,
  savedReplies,
  views,
  teams,
  workingHours,
  availability,
  conversationAssignment,
  lastGiven,
  handedOver,
  presence,
  conversationNotes,
  handoverRules,
  satisfaction,
  suggestions,
  answerAddresses,
  roomThreads,
  askedInMessengers,
  agentsAsJson,
  arrivingEvents,
];

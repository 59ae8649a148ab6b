import type { RecordEvent } from '../../../events/happening.ts';
import type { ReplyReport } from '../../../replies/reply-report.ts';
import type { Statement } from '../../../storage/unit.ts';
import type { WriterNeeds } from '../../../writing/turn.ts';
import type { Desk, Entries } from '../entries/needs.ts';
import type { EndedNeeds } from './ending/write-ended.ts';

/** Dependencies of a turn. */
export interface TurnNeeds extends EndedNeeds, Omit<WriterNeeds, 'checkpoint' | 'history' | 'effectOf'> {
  readonly record: RecordEvent;
  readonly entries: Entries;
  readonly desk: Desk;
  /** Tells those who follow a conversation or its workspace that it has changed. */
  changed(conversation: string, workspace: string): void;
  /** Reports the end of a turn once it is stored. */
  onEnded?(report: ReplyReport): void;
  /** Statement that looks at a waiting reply, for the unit of work of a decision; at a time, or now if undefined. */
  resumeAt(workspace: string, reply: string, time?: number): Statement;
}

/** Dependencies of a turn that runs. */
export interface RunNeeds extends TurnNeeds, WriterNeeds {}

import type { NamesOf } from '../access/workspace-for.ts';
import type { TurnAids } from '../calling/aids.ts';
import { resumeReply } from '../features/conversations/feature.ts';
import { showInRoom } from '../features/team-rooms/feature.ts';
import { type ToolFeatureNeeds, toolsFeature } from '../features/tools/feature.ts';
import type { Mail } from '../mail/mail.ts';
import type { Base } from './base.ts';

/** Dependencies of tools on the other groups. */
interface ToolGroupNeeds {
  /** The names of workspaces, by their IDs. */
  readonly namesOf: NamesOf;
  readonly mail: Mail;
  /** Finds passages of an agent's knowledge sources. */
  readonly gather: NonNullable<TurnAids['gather']>;
  readonly findAgent: ToolFeatureNeeds['findAgent'];
  readonly memberOf: ToolFeatureNeeds['memberOf'];
}

/** Composes the tools of workspaces, and the calls of them. */
export function composeTools(
  { common, secrets, outbound, config }: Base,
  { namesOf, mail, gather, findAgent, memberOf }: ToolGroupNeeds,
) {
  const show = showInRoom(common);
  const inRoom = ({ id, workspace_id: workspace }: { readonly id: string; readonly workspace_id: string }) =>
    show(workspace, { kind: 'tool_call', id });
  const tools = toolsFeature({
    ...{ ...common, secrets, outbound, namesOf, mail, findAgent, memberOf, publicUrl: config.publicUrl },
    resume: resumeReply(common),
    asks: [inRoom],
    decided: inRoom,
    search: async ({ workspace, conversation, agent, actor, signal }, question) => {
      const about = { workspace, conversation, agent, actor, question, earlier: [], signal };
      return (await gather(about)).passages;
    },
  });
  return { tools, features: [tools] };
}

import type { Principal } from '../../access/actor.ts';
import { invalid } from '../../errors.ts';
import type { SavedReplyNeeds } from './needs.ts';
import type { RenderedReply } from './schema.ts';
import { renderVariables } from './variables.ts';

/** The saved reply to render, and the conversation that the values are from. */
interface Rendering {
  readonly workspace: string;
  readonly text: string;
  readonly conversation: string;
}

/** Details of visitors, from their platform or the program that began the conversation. */
interface Told {
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly visitor: { readonly form: Readonly<Record<string, unknown>> } | null;
}

/** Creates the function that renders a text for a conversation. Throws `validation_failed` for one of another workspace. */
export const createRendering =
  ({ getConversation, nameOfAgent, nameOfPerson }: SavedReplyNeeds) =>
  async (actor: Principal, { workspace, text, conversation: id }: Rendering): Promise<RenderedReply> => {
    const talk = await getConversation(actor, id);
    if (talk.workspace !== workspace) {
      throw invalid([{ path: 'conversation', message: 'is not a conversation of the workspace of the saved reply' }]);
    }
    const visitor = visitorOf(JSON.parse(talk.json) as Told);
    const names = new Map([
      ['agent.name', await nameOfAgent(workspace, talk.answeringAgent ?? talk.agent)],
      ['me.name', await nameOfPerson(actor.user.id)],
    ]);
    return renderVariables(text, (name) =>
      name.startsWith('visitor.') ? visitor(name.slice('visitor.'.length)) : names.get(name),
    );
  };

/** Returns the values of a visitor by their keys. Messengers tell the name of a user as metadata. */
function visitorOf({ metadata, visitor }: Told) {
  const form = visitor?.form ?? {};
  return (key: string): string | undefined => {
    const value = Object.hasOwn(form, key) ? form[key] : key === 'name' ? metadata['name'] : undefined;
    return typeof value === 'string' ? value : undefined;
  };
}

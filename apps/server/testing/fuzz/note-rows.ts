import type { Cast } from './cast.ts';
import type { Row, Target } from './row.ts';

/** Calls of the operations on private notes, and on how satisfied visitors are, with which a valid request succeeds. */
export async function noteRows({ owner, made }: Cast): Promise<Record<string, Row>> {
  const { key: headers } = owner;
  const agent = await made.agent();
  const begin = async () => String((await made.post(`/api/agents/${agent}/conversations`, {}))['_id']);
  const noted = async (): Promise<Target> => {
    const id = await begin();
    const note = await made.post(`/api/conversations/${id}/notes`, { text: 'Call back' });
    return { headers, params: { id, noteId: String(note['_id']) } };
  };
  /** The mentioned people would be made up. */
  const real = (body: Readonly<Record<string, unknown>>) => ({ body: 'mentions' in body ? { mentions: [] } : {} });
  /** The kinds need fields of their own. */
  const ofReply = { kind: undefined, message: undefined, language: undefined };
  const asked = async () => {
    const { conversation } = await made.post(`/api/agents/${agent}/chat`, { content: 'Where is it?' });
    return String((conversation as { readonly _id: string })._id);
  };
  return {
    createSuggestion: { target: async () => ({ headers, params: { id: await asked() }, body: ofReply }) },
    submitSatisfaction: {
      target: async () => {
        const id = await begin();
        await made.post(`/api/conversations/${id}/close`, {});
        return { headers, params: { id } };
      },
    },
    getAnswerAddress: { target: async () => ({ headers, params: { id: await begin() } }) },
    setAnswerAddress: { target: async () => ({ headers, params: { id: await begin() }, body: { email: null } }) },
    createNote: { target: async (body) => ({ headers, params: { id: await begin() }, ...real(body) }) },
    updateNote: { target: async (body) => ({ ...(await noted()), ...real(body) }) },
    deleteNote: { target: noted },
  };
}

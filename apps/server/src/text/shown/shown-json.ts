/** Characters that don't show, or that change the order of others; not line breaks and the selector of colored emoji. */
const unseen = /(?!\n|\ufe0f)[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Characters as JSON can spell them. */
const spelled = (characters: string): string =>
  Array.from(
    { length: characters.length },
    (_, at) => `\\u${characters.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('');

/** JSON in lines, with its unseen characters spelled out: what a person reads is what runs. */
export const shownJson = (json: string): string => JSON.stringify(JSON.parse(json), null, 2).replace(unseen, spelled);

import { present, type RawSearch, readId, readText } from '../../../search-params.ts';

/** The search parameters of a conversation: the message to show, and its words to highlight, separated by spaces. */
export interface FoundSearch {
  message?: string;
  find?: string;
}

/** Reads the search parameters of a conversation; drops invalid ones. */
export const readFoundSearch = (search: RawSearch): FoundSearch =>
  present({ message: readId('msg', search['message']), find: readText(search['find']) });

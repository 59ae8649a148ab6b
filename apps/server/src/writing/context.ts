import type { FoundPassage } from '../models/model.ts';
import type { Citing } from '../prompts/citing.ts';

/** Result of gathering for a reply. */
export interface Context {
  /** Goes into the prompt; may be empty. */
  readonly text: string;
  /** The passages that were found, for models that quote them themselves. */
  readonly passages: readonly FoundPassage[];
  /** Makes citations of what the model writes; undefined if it has nothing to cite, or cites by itself. */
  readonly citing: Citing | undefined;
  readonly failed: boolean;
}

import type { OperatorFetch } from '../../outbound/operator-fetch.ts';
import { anthropic } from '../adapters/anthropic.ts';
import type { MakeStream } from '../adapters/kind.ts';
import { chatWire } from '../chat-wire/chat-wire.ts';
import type { ModelLimits } from '../limits.ts';
import type { Provider } from '../model.ts';
import { namesFrom, namesOf } from '../names.ts';
import { asking, createOwnList } from './own-list.ts';
import type { ProviderSettings } from './settings.ts';

/** Streams replies of each kind of provider; a new kind is one file and one entry here. */
const kinds: Readonly<Record<ProviderSettings['kind'], MakeStream>> = {
  openai: chatWire,
  anthropic,
  compatible: chatWire,
};

/** Parts that providers share. */
export interface ProviderParts {
  readonly openDoor: () => Promise<OperatorFetch>;
  readonly limits: ModelLimits;
}

/** A provider that was created from settings. */
export interface MadeProvider {
  readonly provider: Provider;
  /**
   * Stops asking for the provider's list. Undefined if the operator has set the list, or the provider can't be asked.
   */
  readonly stopAsking?: (() => void) | undefined;
}

/** Creates a provider from its settings. */
export function createProvider(settings: ProviderSettings, { openDoor, limits }: ProviderParts): MadeProvider {
  const names = namesOf(settings);
  const own = names.open && names.configured ? createOwnList(asking(settings, openDoor), limits) : undefined;
  const missing = names.configured ? undefined : `${settings.prefix}_API_KEY`;
  const listed = {
    ...names,
    /** Changes when the list is read again. */
    get models() {
      const models = own?.models();
      return models === undefined ? names.models : namesFrom(settings.kind, models);
    },
    get listed() {
      return names.listed || own?.models() !== undefined;
    },
    get listProblem() {
      return missing === undefined ? own?.problem() : keyMissing(missing);
    },
    ready: async () => own?.ready(),
    missing,
  };
  const called = callable(settings, { openDoor, limits });
  return { provider: Object.assign(listed, called), stopAsking: own?.close };
}

/** Says that a provider has no key; `setting` is the name of the setting that would have it. */
export const keyMissing = (setting: string): string => `It has no API key (${setting}).`;

/** The functions that call a provider. */
function callable(
  settings: ProviderSettings,
  { openDoor, limits }: ProviderParts,
): Pick<Provider, 'contextTokens' | 'firstToken' | 'stream'> {
  const { kind, contextTokens, firstToken } = settings;
  const stream = kinds[kind]({ settings, limits, fetch: async (...request) => (await openDoor()).fetch(...request) });
  return { contextTokens, firstToken, stream };
}

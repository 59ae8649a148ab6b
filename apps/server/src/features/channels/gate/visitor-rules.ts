import type { WebHandover } from '../../../platforms/handover.ts';
import { usualConfirmation } from '../../../platforms/messenger-settings.ts';
import type { VisitorForm } from '../../../platforms/web/form.ts';
import { type WebSettings, webDefaults } from '../../../platforms/web/settings.ts';
import type { Database } from '../../../storage/database.ts';
import { findVisited, type VisitedChannel } from '../visitors/store.ts';

/** Rules of a channel on the web: its form, who may ask for a person, and whether the agent is told the page of a visitor. */
interface VisitorRules {
  readonly form: VisitorForm;
  readonly tellsPage: boolean;
  readonly handover: Pick<WebHandover, 'offered' | 'team'>;
}

/** The settings of a channel whose chat is on the web, with their defaults. */
export const webSettingsOf = ({ settings }: Pick<VisitedChannel, 'settings'>): WebSettings => ({
  ...webDefaults,
  ...(JSON.parse(settings) as object),
});

/** The rules of a channel for its visitors; undefined for a messenger. */
export function visitorRulesOf(channel: Pick<VisitedChannel, 'type' | 'settings'>): VisitorRules | undefined {
  if (channel.type !== 'widget' && channel.type !== 'page') return undefined;
  const { form, pageContext, handover } = webSettingsOf(channel);
  return { form, tellsPage: pageContext, handover };
}

/** Creates the function that reads the rules of a channel for its visitors; undefined for a messenger. */
export const createVisitorRules =
  ({ db }: { readonly db: Database }) =>
  async (workspace: string, channel: string): Promise<VisitorRules | undefined> => {
    const found = await findVisited(db, channel);
    return found?.workspace === workspace ? visitorRulesOf(found) : undefined;
  };

/**
 * Creates the function that reads what the user of a messenger reads while a person must confirm something; undefined
 * for no text, and for chats on the web, which show it themselves.
 */
export const createConfirmationText =
  ({ db }: { readonly db: Database }) =>
  async (workspace: string, channel: string): Promise<string | undefined> => {
    const found = await findVisited(db, channel);
    if (found?.workspace !== workspace || visitorRulesOf(found) !== undefined) return undefined;
    const { confirmation = usualConfirmation } = JSON.parse(found.settings) as { readonly confirmation?: string };
    return confirmation === '' ? undefined : confirmation;
  };

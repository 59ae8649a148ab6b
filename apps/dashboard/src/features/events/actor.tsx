import { Icon, type IconName } from '../../ui/page/icons.tsx';
import type { EventActor } from './event-queries.ts';
import css from './events.module.css';

const icons: Readonly<Record<EventActor['kind'], IconName>> = {
  person: 'person',
  key: 'key',
  visitor: 'globe',
  channel: 'agent',
  system: 'gauge',
  operator: 'screen',
};

/** Names of actors without a name of their own. */
const kindLabels: Readonly<Record<EventActor['kind'], string>> = {
  person: 'Removed person',
  key: 'Removed key',
  visitor: 'Visitor',
  channel: 'Channel',
  system: 'System',
  operator: 'Operator',
};

/** The name of an actor, with the last characters of a key. */
export const actorName = ({ kind, name = kindLabels[kind], hint }: EventActor): string =>
  hint === undefined ? name : `${name} ${hint}`;

/** The icon and the name of an actor, in a line of text. */
export function Actor({ actor }: { actor: EventActor }) {
  return (
    <span className={css['actor']}>
      <Icon name={icons[actor.kind]} size={14} />
      <span className={css['actorName']}>{actorName(actor)}</span>
    </span>
  );
}

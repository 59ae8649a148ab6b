import { ActionIcon, Input, TextInput } from '@mantine/core';
import { Select } from '../../ui/overlays/select.tsx';
import { Face } from '../../ui/page/face.tsx';
import { Icon } from '../../ui/page/icons.tsx';
import css from './teams.module.css';
import type { Person, usePeople } from './use-people.ts';

/** A member as the form has it: an empty limit allows any number. */
export interface MemberValue {
  readonly user: string;
  readonly limit: string;
}

interface MemberFieldsProps {
  readonly members: readonly MemberValue[];
  readonly people: ReturnType<typeof usePeople>;
  readonly error: string | undefined;
  /** The error of the member at a place. */
  readonly errorAt: (at: number) => string | undefined;
  readonly onChange: (members: MemberValue[]) => void;
}

/** The members of a team, each with a limit, and a field that adds one. */
export function MemberFields({ members, people, error, errorAt, onChange }: MemberFieldsProps) {
  const left = (people.people ?? []).filter(({ user }) => !members.some((member) => member.user === user));
  const hasOwn = members.some((_, at) => errorAt(at) !== undefined);
  return (
    <fieldset aria-labelledby="team-members" className={css['members']}>
      <div className={css['membersHead']}>
        <span id="team-members" className={css['label']}>
          Members
        </span>
        {members.length > 0 && <span className={css['atATime']}>Most at a time</span>}
      </div>
      {members.length > 0 && (
        <ul className={css['people']}>
          {members.map((member, at) => (
            <Member
              key={member.user}
              person={people.find(member.user)}
              limit={member.limit}
              error={errorAt(at)}
              onLimit={(limit) => onChange(members.map((each, place) => (place === at ? { ...each, limit } : each)))}
              onRemove={() => onChange(members.filter((_, place) => place !== at))}
            />
          ))}
        </ul>
      )}
      <Select
        aria-label="Add a member"
        placeholder="Add a member…"
        searchable
        leftSection={<Icon name="plus" />}
        nothingFoundMessage={left.length === 0 ? 'All who may answer are members.' : 'No person has this name.'}
        data={left.map(({ user, name, isHere }) => ({ value: user, label: isHere ? `${name} · here` : name }))}
        value={null}
        error={!hasOwn && error}
        onChange={(user) => user !== null && onChange([...members, { user, limit: '' }])}
      />
    </fieldset>
  );
}

interface MemberProps {
  readonly person: Person;
  readonly limit: string;
  readonly error: string | undefined;
  readonly onLimit: (limit: string) => void;
  readonly onRemove: () => void;
}

function Member({ person: { user, name, isHere, mayAnswer }, limit, error, onLimit, onRemove }: MemberProps) {
  const id = `member-${user}`;
  return (
    <li className={css['member']}>
      <Face id={user} name={name} size={28} />
      <span className={css['who']}>
        <span className={css['whoName']} dir="auto">
          {name}
        </span>
        <span className={css['note']}>{!mayAnswer ? 'Gets no conversations' : isHere ? 'Here' : 'Away'}</span>
      </span>
      <TextInput
        className={css['limit'] ?? ''}
        aria-label={`Most conversations of ${name} at a time`}
        placeholder="Any"
        inputMode="numeric"
        maxLength={3}
        value={limit}
        error={error !== undefined}
        {...(error !== undefined && { 'aria-describedby': id })}
        onChange={(event) => onLimit(event.currentTarget.value)}
      />
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={`Remove ${name}`} onClick={onRemove}>
        <Icon name="close" size={14} />
      </ActionIcon>
      {error !== undefined && (
        <Input.Error id={id} className={css['memberError'] ?? ''}>
          {error}
        </Input.Error>
      )}
    </li>
  );
}

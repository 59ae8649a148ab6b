import { type Source, sources, triggerName } from './sources.ts';

/** The triggers that count rows as they come and go, also by foreign keys. */
export const sqliteTriggers = (): readonly string[] => [
  ...sources.flatMap(triggersOf),
  `create trigger quota_workspaces_leaving before delete on workspaces begin ${dependents} end`,
];

/** The triggers of further tables; the ones for rows that stop counting ignore conflicts. */
export const moreSqliteTriggers = (more: readonly Source[]): readonly string[] => [
  ...more.flatMap(triggersOf),
  ...lighter(more),
];

/**
 * The triggers for rows that stop counting, in place of those above. An update that ignores conflicts can't fail, so
 * SQLite needn't keep the pages of the statement to undo it. Such a row was counted, so its count exists.
 */
export const sqliteLighterTriggers = (): readonly string[] => lighter(sources);

const lighter = (all: readonly Source[]): readonly string[] =>
  all.flatMap((source) => {
    const { table, until } = source;
    const body = (row: 'old' | 'new') => ` begin ${discount(source, row)} end`;
    const replaced = (name: string, then: string) => [`drop trigger ${name}`, `create trigger ${name} ${then}`];
    const isCounted = until === undefined ? '' : ` when old.${until} is null`;
    return [
      ...replaced(`${triggerName(source)}_removed`, `after delete on ${table}${isCounted}${body('old')}`),
      ...(until === undefined
        ? []
        : replaced(
            `${triggerName(source)}_ended`,
            `after update of ${until} on ${table} when old.${until} is null and new.${until} is not null${body('new')}`,
          )),
    ];
  });

/** Deletes the rows that a workspace's foreign keys would delete, while the workspace's row still names its account. */
const dependents =
  'delete from members where workspace_id = old.id; delete from invitations where workspace_id = old.id;';

function triggersOf(source: Source): string[] {
  const { table, kind, until } = source;
  const name = triggerName(source);
  const when = (row: string, sign: 'is' | 'is not' = 'is') =>
    until === undefined ? '' : ` when ${row}.${until} ${sign} null`;
  const flag = (sign: '' | '-', ended: 'is' | 'is not') =>
    `create trigger ${name}_${sign === '-' ? 'ended' : 'back'} after update of ${until} on ${table}` +
    ` when (old.${until} is null) <> (new.${until} is null) and new.${until} ${ended} null` +
    ` begin ${count(source, kind, { row: 'new', sign })} end`;
  return [
    `create trigger ${name}_added after insert on ${table}${when('new')} begin ${count(source, kind, { row: 'new', sign: '' })} end`,
    `create trigger ${name}_removed after delete on ${table}${when('old')} begin ${count(source, kind, { row: 'old', sign: '-' })} end`,
    ...(until === undefined ? [] : [flag('-', 'is not'), flag('', 'is')]),
  ];
}

const accountOf = ({ ofAccount }: Source, row: 'new' | 'old') =>
  ofAccount ? `${row}.account_id` : `(select account_id from workspaces where id = ${row}.workspace_id)`;

const discount = (source: Source, row: 'new' | 'old') =>
  `update or ignore quota_counts set used = used - ${source.amount === undefined ? '1' : `${row}.${source.amount}`}` +
  ` where account_id = ${accountOf(source, row)} and kind = '${source.kind}' and slot = 0;`;

/** One row for each account and kind: SQLite has one writer, so nothing waits for it. */
function count({ ofAccount, amount }: Source, kind: string, { row, sign }: { row: 'new' | 'old'; sign: '' | '-' }) {
  const account = ofAccount
    ? `select ${row}.account_id as id`
    : `select account_id as id from workspaces where id = ${row}.workspace_id`;
  const used = `${sign}${amount === undefined ? '1' : `${row}.${amount}`}`;
  return (
    `insert into quota_counts (account_id, kind, slot, used) select owner.id, '${kind}', 0, ${used} from (${account}) as owner` +
    ' where true on conflict (account_id, kind, slot) do update set used = used + excluded.used;'
  );
}

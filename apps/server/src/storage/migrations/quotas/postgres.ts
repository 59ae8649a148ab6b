import { type Source, sources, triggerName } from './sources.ts';

/**
 * The triggers that count rows as they come and go, also by foreign keys. They count once for a whole statement: a
 * statement may delete thousands of rows, and each version of a counter's row would stay until the commit.
 */
export const postgresTriggers = (): readonly string[] => [room, ...sources.flatMap(triggersOf), ...leaving];

/** The triggers of further tables. */
export const morePostgresTriggers = (more: readonly Source[]): readonly string[] => more.flatMap(triggersOf);

/** An account has 16 rows of each kind, by connection: one row would be locked by each unit until its commit. */
const add = (counted: string) => `insert into quota_counts (account_id, kind, slot, used)
    select account_id, kind, pg_backend_pid() % 16, used from (${counted}) as counted
    on conflict (account_id, kind, slot) do update set used = quota_counts.used + excluded.used`;

/**
 * Throws \`check_violation\` if an account has more than \`most\`, as far as this transaction and all committed ones go.
 * \`step\` is the most that one transaction adds.
 *
 * Far below the limit, transactions don't wait for each other: \`slack\` is more than all that run can add. Each holds the
 * shared lock until it ends. Near the limit each takes the lock alone, and so sees what all others have added.
 */
const room = `create function quota_room(account text, of_kind text, most bigint, step bigint) returns void
language plpgsql as $$
declare
  lock_key bigint := hashtextextended(account || ' ' || of_kind, 0);
  slack bigint := step * current_setting('max_connections')::bigint;
begin
  if (select sum(used) from quota_counts where account_id = account and kind = of_kind) <= most - 2 * slack then
    perform pg_advisory_xact_lock_shared(lock_key);
    if (select sum(used) from quota_counts where account_id = account and kind = of_kind) <= most - slack then
      return;
    end if;
    raise exception 'the quota filled up meanwhile' using errcode = 'serialization_failure';
  end if;
  perform pg_advisory_xact_lock(lock_key);
  if (select sum(used) from quota_counts where account_id = account and kind = of_kind) > most then
    raise exception 'the quota % is full', of_kind using errcode = 'check_violation';
  end if;
end $$`;

const trigger = (name: string, when: string, table: string) => `create trigger ${name} ${when} on ${table}`;

function triggersOf(source: Source): string[] {
  const { table, kind, ofAccount, until, amount } = source;
  const name = triggerName(source);
  const account = ofAccount ? 'changed.account_id' : 'workspaces.account_id';
  const join = ofAccount ? '' : ' join workspaces on workspaces.id = changed.workspace_id';
  const where = until === undefined ? '' : ` where changed.${until} is null`;
  const used = amount === undefined ? 'count(*)' : `sum(changed.${amount})::bigint`;
  const signed = `case tg_op when 'INSERT' then ${used} else -${used} end`;
  // In the order of the accounts, so that two statements can't wait for each other.
  const count = `create function ${name}() returns trigger language plpgsql as $$
begin
  ${add(`select ${account} as account_id, '${kind}' as kind, ${signed} as used from changed${join}${where} group by 1 order by 1`)};
  return null;
end $$`;
  const each = 'for each statement execute function';
  return [
    count,
    `${trigger(`${name}_added`, 'after insert', table)} referencing new table as changed ${each} ${name}()`,
    `${trigger(`${name}_removed`, 'after delete', table)} referencing old table as changed ${each} ${name}()`,
    ...(until === undefined ? [] : flagTriggers({ ...source, until })),
  ];
}

/** Counts rows that an update ends or brings back; row by row, because that is one row at a time, or a few. */
function flagTriggers(source: Source & { readonly until: string }) {
  const { table, ofAccount, kind, until, amount } = source;
  const name = `${triggerName(source)}_moved`;
  const account = ofAccount ? 'new.account_id' : '(select account_id from workspaces where id = new.workspace_id)';
  const used = amount === undefined ? '1' : `new.${amount}`;
  const signed = `case when new.${until} is null then ${used} else -${used} end`;
  return [
    `create function ${name}() returns trigger language plpgsql as $$
begin
  ${add(`select ${account} as account_id, '${kind}' as kind, ${signed} as used`)};
  return null;
end $$`,
    `${trigger(name, `after update of ${until}`, table)} for each row` +
      ` when ((old.${until} is null) <> (new.${until} is null)) execute function ${name}()`,
  ];
}

/** Deletes the rows that a workspace's foreign keys would delete, while the workspace's row still names its account. */
const leaving: readonly string[] = [
  `create function quota_workspaces_leaving() returns trigger language plpgsql as $$
begin
  delete from members where workspace_id = old.id;
  delete from invitations where workspace_id = old.id;
  return old;
end $$`,
  `${trigger('quota_workspaces_leaving', 'before delete', 'workspaces')} for each row execute function quota_workspaces_leaving()`,
];

import { Checkbox, Input, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../api/queries.ts';
import { useMe, useWorkspace } from '../../../api/workspace.ts';
import { FormSkeleton } from '../../../ui/lists/skeletons.tsx';
import { Select } from '../../../ui/overlays/select.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import css from '../tools.module.css';
import type { ToolForm } from './use-tool-form.ts';

const hour = 3_600;
const durations = [
  { value: String(hour / 4), label: '15 minutes' },
  { value: String(hour), label: '1 hour' },
  { value: String(8 * hour), label: '8 hours' },
  { value: String(24 * hour), label: '1 day' },
  { value: String(72 * hour), label: '3 days' },
  { value: String(168 * hour), label: '7 days' },
];

/** The people who are asked if an agent requires approval of a tool, and how long a call waits. */
export function ApprovalFields({ form, workspaceId }: { form: ToolForm; workspaceId: string }) {
  const { approvalSeconds } = form.values;
  const current = String(approvalSeconds);
  const isUsual = durations.some(({ value }) => value === current);
  const other = { value: current, label: `${Math.round(approvalSeconds / 60).toLocaleString('en')} minutes` };
  return (
    <>
      <Approvers form={form} workspaceId={workspaceId} />
      <Select
        label="A call waits for"
        description="Then it expires, and the agent goes on without it."
        maw={260}
        allowDeselect={false}
        data={isUsual ? durations : [...durations, other]}
        value={current}
        onChange={(value) => value !== null && form.setFieldValue('approvalSeconds', Number(value))}
      />
    </>
  );
}

/** Chooses the people. Only admins can: others can't list the members. */
function Approvers({ form, workspaceId }: { form: ToolForm; workspaceId: string }) {
  const { may } = useWorkspace();
  const isAdmin = may('workspace:admin');
  const { data, error, refetch } = useQuery({ ...queries.allMembers(workspaceId), enabled: isAdmin });
  const { approvers } = form.values;
  if (!isAdmin) return <Chosen approvers={approvers} />;
  if (data === undefined)
    return error === null ? <FormSkeleton fields={1} /> : <ProblemNotice error={error} retry={() => void refetch()} />;
  const askable = data.filter(({ role, user }) => role !== 'viewer' || approvers.includes(user._id));
  const set = (id: string, isAsked: boolean) =>
    form.setFieldValue('approvers', isAsked ? [...approvers, id] : approvers.filter((each) => each !== id));
  return (
    <Input.Wrapper
      label="Who is asked"
      labelElement="div"
      description="Without a choice, every editor, admin and owner."
      error={form.errors['approvers']}
    >
      <Stack gap={8} mt={8} className={css['members'] ?? ''}>
        {askable.map(({ user }) => (
          <Checkbox
            key={user._id}
            label={user.name || user.email}
            checked={approvers.includes(user._id)}
            onChange={(event) => set(user._id, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Input.Wrapper>
  );
}

/** Shows the chosen people by their IDs: only admins know the names of members. */
function Chosen({ approvers }: { approvers: readonly string[] }) {
  const { user } = useMe();
  return (
    <Input.Wrapper label="Who is asked" labelElement="div" description="Only an admin can choose the people.">
      {approvers.length === 0 ? (
        <p className={css['chosen']}>Every editor, admin and owner.</p>
      ) : (
        <ul className={css['chosen']}>
          {approvers.map((id) => (
            <li key={id}>{id === user._id ? 'You' : <code>{id}</code>}</li>
          ))}
        </ul>
      )}
    </Input.Wrapper>
  );
}

import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import bar from '../../../ui/forms/form-bar.module.css';
import { SubmitButton } from '../../../ui/forms/submit-button.tsx';
import type { Submission } from '../../../ui/forms/use-submit.ts';
import { ProblemNotice } from '../../../ui/page/problem.tsx';

/** The end of a form that adds knowledge: what went wrong, and its buttons. */
export function AddBar(props: { submission: Submission; agentId: string | undefined; action: string }) {
  const { submission, agentId, action } = props;
  return (
    <div className={bar['bar']}>
      {submission.problem !== undefined && (
        <div className={bar['problem']}>
          <ProblemNotice error={submission.problem} />
        </div>
      )}
      <span className={bar['state']} />
      <CancelButton agentId={agentId} />
      <SubmitButton submission={submission}>{action}</SubmitButton>
    </div>
  );
}

/** Leaves the page for where the user came from. */
export function CancelButton({ agentId }: { agentId: string | undefined }) {
  if (agentId === undefined) {
    return (
      <Button variant="default" component={Link} to={paths.knowledge}>
        Cancel
      </Button>
    );
  }
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to={paths.agentKnowledge} params={{ agentId }} {...props} />}
    >
      Cancel
    </Button>
  );
}

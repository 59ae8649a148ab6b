import { Link } from '@tanstack/react-router';
import { useWorkspace } from '../../../api/workspace.ts';
import { paths } from '../../../paths.ts';
import back from '../../../ui/page/back.module.css';
import { Icon } from '../../../ui/page/icons.tsx';
import { Page } from '../../../ui/page/page.tsx';
import css from '../tools.module.css';
import { NewToolForm } from './new-tool-form.tsx';

/** Creates a tool in steps: its kind, what it is for, what is its own, then approval. */
export function NewToolPage() {
  const { workspace, may } = useWorkspace();
  return (
    <Page
      title="New tool"
      narrow
      above={
        <Link to={paths.tools} className={back['back']}>
          <Icon name="arrowLeft" size={14} /> Tools
        </Link>
      }
    >
      {may('agents:write') ? (
        <NewToolForm key={workspace._id} workspaceId={workspace._id} />
      ) : (
        <p className={css['hint']}>Your role here can view tools, not create them.</p>
      )}
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { webhookQueries } from '../../api/queries/webhook-queries.ts';
import { useWorkspace } from '../../api/workspace.ts';
import { paths } from '../../paths.ts';
import { needsCare, stateOf, troubles } from '../webhooks/webhook-words.ts';
import css from './home-page.module.css';

/** Webhooks that fail, or were disabled because of their receivers. For admins. */
export function FailingWebhooks() {
  const { data } = useWebhooks();
  const failing = data?.filter(needsCare) ?? [];
  if (failing.length === 0) return null;
  return (
    <ul className={css['channels']} aria-label="Webhooks in error">
      {failing.map((webhook) => (
        <li key={webhook._id}>
          <Link to={paths.webhook} params={{ webhookId: webhook._id }} className={css['channel']}>
            <span className={css['channelName']}>{webhook.url}</span>
            <span className={css['channelError']}>{troubles[stateOf(webhook)]}</span>
            <span className={css['channelAgent']}>Webhook</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** The webhooks of the current workspace; never loaded for users who may not see them. */
export function useWebhooks() {
  const { workspace, may } = useWorkspace();
  return useQuery({ ...webhookQueries.list(workspace._id), enabled: may('workspace:admin') });
}

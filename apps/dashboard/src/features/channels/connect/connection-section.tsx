import type { Channel, ChannelType } from '@parley/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { channelQueries } from '../../../api/queries/channel-queries.ts';
import { type FailedDelivery, failedDeliveries } from '../../../api/queries/delivery-queries.ts';
import { paths } from '../../../paths.ts';
import { Section } from '../../../ui/page/page.tsx';
import { RelativeTime } from '../../../ui/time/time.tsx';
import { ChannelStatus } from '../channel-status.tsx';
import css from './connection-section.module.css';

/** Polling interval in ms: the user who sets up a channel waits for it to work. */
const interval = 3_000;

/** Shows the state of a messenger's channel: if its platform accepts it, what arrived last, and what failed last. */
export function ConnectionSection({ channel, kind }: { channel: Channel; kind: ChannelType }) {
  useQuery({ ...channelQueries.one(channel._id), refetchInterval: interval });
  return (
    <Section title="Connection">
      <dl className={css['facts']}>
        <dt>State</dt>
        <dd>
          <State channel={channel} kind={kind} />
        </dd>
        <dt>Last message in</dt>
        <dd>
          {channel.lastEventAt === null ? (
            <span className={css['quiet']}>None yet. Write to it once it is connected.</span>
          ) : (
            <RelativeTime iso={channel.lastEventAt} />
          )}
        </dd>
        <dt>Not delivered</dt>
        <dd>
          <Failures channel={channel} />
        </dd>
      </dl>
    </Section>
  );
}

function State({ channel, kind }: { channel: Channel; kind: ChannelType }) {
  const { status, lastCheckedAt, lastError } = channel;
  return (
    <>
      <span className={css['state']}>
        <ChannelStatus status={status} />
        {lastCheckedAt !== null ? (
          <span className={css['quiet']}>
            checked <RelativeTime iso={lastCheckedAt} />
          </span>
        ) : (
          kind.isTried && status !== 'inactive' && <span className={css['quiet']}>not checked yet</span>
        )}
      </span>
      {/* The page says above why a channel is in error. */}
      {status !== 'error' && lastError !== null && (
        <p className={css['reason']}>
          {lastError.message} <RelativeTime iso={lastError.at} />
        </p>
      )}
    </>
  );
}

/** The newest deliveries that failed, of the channel's latest conversations. */
function Failures({ channel }: { channel: Channel }) {
  const { data, error } = useQuery(failedDeliveries(channel));
  if (error !== null) return <span className={css['quiet']}>Could not be loaded.</span>;
  if (data === undefined) return <span className={css['quiet']}>Loading…</span>;
  if (data.length === 0) return <span className={css['quiet']}>None in the latest conversations.</span>;
  return (
    <ul className={css['failures']}>
      {data.map((failure) => (
        <Failure key={failure.message} failure={failure} />
      ))}
    </ul>
  );
}

function Failure({ failure: { message, conversation, title, state, error, updatedAt } }: { failure: FailedDelivery }) {
  const reason = error?.message ?? (state === 'unknown' ? 'Unknown whether it was sent.' : 'It failed.');
  return (
    <li>
      <span className={css['reason']}>{reason}</span>{' '}
      <span className={css['quiet']}>
        <RelativeTime iso={updatedAt} />, in{' '}
      </span>
      <Link to={paths.conversation} params={{ conversationId: conversation }} search={{ message }}>
        {title || 'a conversation'}
      </Link>
    </li>
  );
}

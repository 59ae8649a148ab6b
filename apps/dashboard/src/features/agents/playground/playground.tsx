import { ActionIcon, Title } from '@mantine/core';
import { type Agent, APIError, type Message } from '@parley/sdk';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { paths } from '../../../paths.ts';
import { Seal, Tint } from '../../../ui/code/seal.tsx';
import { Tip } from '../../../ui/overlays/tip.tsx';
import { Icon } from '../../../ui/page/icons.tsx';
import { ProblemNotice } from '../../../ui/page/problem.tsx';
import { Composer } from '../../chat/composer.tsx';
import { MessageList } from '../../chat/message/message-list.tsx';
import { Transcript } from '../../chat/transcript.tsx';
import { tabDraft, useComposer } from '../../chat/use-composer.ts';
import css from './playground.module.css';
import type { Playground } from './use-playground.ts';

/** The agent in the playground, and the state of the conversation. */
export interface PlaygroundProps {
  agent: Agent;
  playground: Playground;
  /** True if the user may send messages in the agent's workspace. */
  maySend: boolean;
  onClose: () => void;
}

/** The panel in which users try an agent while they edit it. */
export function PlaygroundPanel({ agent, playground, maySend, onClose }: PlaygroundProps) {
  const { messages, isRunning, problem, send, stop } = playground;
  const [first] = messages;
  return (
    <>
      <Header agent={agent} playground={playground} onClose={onClose} />
      {first === undefined && !isRunning ? (
        <Nothing agent={agent} maySend={maySend} />
      ) : (
        <Transcript label="Conversation in the playground" first={first?._id}>
          <Messages agent={agent} playground={playground} maySend={maySend} />
        </Transcript>
      )}
      {maySend && (
        <div className={css['footer']}>
          {problem !== undefined && <ProblemNotice error={inWords(problem)} />}
          <TriedNote agent={agent} tried={playground.tried} />
          <Input agent={agent} onSend={send} onStop={isRunning ? stop : undefined} />
        </div>
      )}
    </>
  );
}

/** The API's field names, with the labels of the form. */
const settingNames: Readonly<Record<string, string>> = {
  'settings.systemPrompt': 'System prompt',
  'settings.model': 'Model',
  'settings.temperature': 'Temperature',
};

/** Uses the form's labels in a failure about trial settings, but about the model, whose sentence names it. */
function inWords(problem: unknown): unknown {
  const details = problem instanceof APIError ? problem.details : [];
  const wrong = details.filter(({ path }) => path in settingNames);
  if (wrong.every(({ path }) => path === 'settings.model')) return problem;
  return new Error(wrong.map(({ path, message }) => `${settingNames[path]}: ${message}.`).join(' '));
}

function Header({ agent, playground, onClose }: Omit<PlaygroundProps, 'maySend'>) {
  const { conversationId, startOver } = playground;
  return (
    <header className={css['header']}>
      <Title order={2} className={css['title']}>
        <Seal id={agent._id} /> Playground
      </Title>
      {conversationId !== undefined && (
        <>
          <Tip label="Open in Conversations">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Open in Conversations"
              renderRoot={(props) => <Link to={paths.conversation} params={{ conversationId }} {...props} />}
            >
              <Icon name="inbox" />
            </ActionIcon>
          </Tip>
          <Tip label="Start over">
            <ActionIcon variant="subtle" color="gray" aria-label="Start over" onClick={startOver}>
              <Icon name="rotate" />
            </ActionIcon>
          </Tip>
        </>
      )}
      <Tip label="Close playground">
        <ActionIcon variant="subtle" color="gray" aria-label="Close playground" onClick={onClose}>
          <Icon name="close" />
        </ActionIcon>
      </Tip>
    </header>
  );
}

type InputProps = Pick<ComponentProps<typeof Composer>, 'onStop'> & {
  agent: Agent;
  onSend: (content: string) => Promise<boolean>;
};

function Input({ agent, onSend, onStop }: InputProps) {
  return (
    <Composer
      composer={useComposer(tabDraft(`playground ${agent._id}`), onSend)}
      label={`Message to ${agent.name}`}
      placeholder="Say something…"
      disabled={agent.status === 'inactive'}
      onStop={onStop}
    />
  );
}

/** The empty state of the playground. */
function Nothing({ agent, maySend }: Pick<PlaygroundProps, 'agent' | 'maySend'>) {
  return (
    <div className={css['nothing']}>
      <Seal id={agent._id} size={40} />
      <p className={css['nothingTitle']}>{maySend ? `Talk to ${agent.name}` : 'Your role can’t send messages here'}</p>
      <p className={css['nothingText']}>
        {maySend
          ? 'It replies with the settings in the form, including unsaved changes. The messages are kept under Conversations.'
          : 'You can view agents and conversations. Editors, admins and owners can talk to an agent here.'}
      </p>
    </div>
  );
}

const authorOf = (message: Message, agent: Agent) =>
  message.role === 'user' ? 'You' : message.role === 'human' ? 'A person' : agent.name;

function Messages({ agent, playground, maySend }: Omit<PlaygroundProps, 'onClose'>) {
  const { messages, isRunning, retry } = playground;
  return (
    <Tint id={agent._id}>
      <MessageList
        messages={messages}
        authorOf={(message) => authorOf(message, agent)}
        onRetry={maySend && !isRunning ? retry : undefined}
      />
    </Tint>
  );
}

/** Says which settings the next reply uses. */
function TriedNote({ agent, tried }: { agent: Agent; tried: readonly string[] }) {
  if (agent.status === 'inactive') {
    return <p className={css['note']}>It is inactive and does not reply. Make it active and save to talk to it.</p>;
  }
  return (
    <p className={css['note']} role="status" data-tried={tried.length > 0 || undefined}>
      {tried.length > 0 ? `Trying unsaved changes: ${tried.join(', ')}` : 'Replies with the saved settings'}
    </p>
  );
}

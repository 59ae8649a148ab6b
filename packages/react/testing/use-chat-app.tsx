/** A page with `useChat` of the AI SDK, as its guide shows it; its conversation goes on by the metadata of the reply. */
import { useChat } from '@ai-sdk/react';
import { DefaultChatTransport } from 'ai';
import { createRoot } from 'react-dom/client';

interface Metadata {
  readonly conversation?: string;
}

function Chat() {
  const { messages, sendMessage, stop, status, error } = useChat({
    transport: new DefaultChatTransport({ api: '/chat' }),
  });
  const conversation = messages
    .map(({ metadata }) => (metadata as Metadata | undefined)?.conversation)
    .findLast(Boolean);
  Object.assign(window, { test: { send: (text: string) => sendMessage({ text }, { body: { conversation } }), stop } });
  return (
    <main>
      {messages.map(({ id, role, parts }) => (
        <p key={id} data-id={id} className={role}>
          {parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('')}
        </p>
      ))}
      <output>{error === undefined ? status : `${status}: ${error.message}`}</output>
    </main>
  );
}

const element = document.createElement('div');
document.body.append(element);
createRoot(element).render(<Chat />);

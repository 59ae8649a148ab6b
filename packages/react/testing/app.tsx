/** The page of the tests: it shows the chats that a test names, and keeps what they report. */
import { ParleyChat, type ParleyChatProps, ParleyInline, useParley } from '@parley/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** A chat on the page. A test changes its props by another one with the same key. */
interface Shown extends ParleyChatProps {
  readonly key: string;
  readonly inline?: boolean;
}

/** Functions and records for the tests. */
export interface TestPage {
  /** Shows these chats instead of those before. */
  show(chats: readonly Shown[]): void;
  /** Result of `useParley()` in the latest render. */
  hook: ReturnType<typeof useParley>;
  /** `key event value` of each callback. */
  readonly events: string[];
  /** Removes everything, as an application does that ends. */
  unmount(): void;
}

const page = { events: [] as string[] } as Partial<TestPage> as TestPage;

function Chat({ inline, ...props }: Omit<Shown, 'key'> & { name: string }) {
  const { name, ...rest } = props;
  const tell =
    (event: string) =>
    (...values: unknown[]) =>
      page.events.push([name, event, ...values.map((value) => JSON.stringify(value))].join(' '));
  const callbacks = {
    onReady: tell('ready'),
    onOpen: tell('open'),
    onClose: tell('close'),
    onMessage: tell('message'),
    onUnread: tell('unread'),
    onError: tell('error'),
  };
  if (!inline) return <ParleyChat {...rest} {...callbacks} />;
  return <ParleyInline {...rest} {...callbacks} className="inline" style={{ height: 400 }} />;
}

/** Comes first, so that its effects run before those of the chats. */
function Hook() {
  page.hook = useParley();
  return (
    <output>
      {page.hook.isOpen ? 'open' : 'closed'}, {page.hook.isReady ? 'ready' : 'not ready'}
    </output>
  );
}

function App() {
  const [chats, setChats] = useState<readonly Shown[]>([]);
  page.show = setChats;
  return (
    <main>
      <Hook />
      {chats.map(({ key, ...props }) => (
        <Chat key={key} name={key} {...props} />
      ))}
    </main>
  );
}

const element = document.createElement('div');
document.body.append(element);
const root = createRoot(element);
page.unmount = () => root.unmount();
Object.assign(window, { test: page });
root.render(
  <StrictMode>
    <App />
  </StrictMode>,
);

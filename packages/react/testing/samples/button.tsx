import { useParley } from '@parley/react';

export function HelpButton({ order }: { order: string }) {
  const { open, prefill, unread } = useParley();
  const ask = () => {
    prefill(`Where is my order ${order}?`);
    open();
  };
  return (
    <button type="button" onClick={ask}>
      Help {unread > 0 && `(${unread})`}
    </button>
  );
}

import { useParley } from '@parley/react';

export function HelpButton({ order }: { order: string }) {
  const { open, prefill, unread } = useParley();
  const ask = () => {
    prefill(`My question about order ${order}: `);
    open();
  };
  return (
    <button type="button" onClick={ask}>
      Help {unread > 0 && `(${unread})`}
    </button>
  );
}

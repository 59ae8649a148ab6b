'use client';

import {
  type CSSProperties,
  createElement,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { type Detail, type Owner, release, show } from './mounted.ts';
import type { ParleyChatProps, ParleyError, ParleyMessage } from './types.ts';

/** Props of `ParleyInline`. */
export interface ParleyInlineProps extends ParleyChatProps {
  readonly className?: string | undefined;
  readonly style?: CSSProperties | undefined;
}

/**
 * A launcher in a corner of the window, and the chat that it opens. Renders nothing itself, so its place in the tree is
 * free: beside the router's outlet, an open chat outlives navigation. Components of one channel share one launcher, and
 * the one that was mounted first decides how it looks.
 */
export function ParleyChat(props: ParleyChatProps): null {
  useChat(props);
  return null;
}

/** A chat inside the page, as large as its element, which `className` or `style` must give a height. */
export function ParleyInline({ className, style, ...props }: ParleyInlineProps): ReactElement {
  const element = useRef<HTMLDivElement>(null);
  useChat(props, element);
  return createElement('div', { ref: element, className, style });
}

function useChat(props: ParleyChatProps, element?: RefObject<HTMLElement | null>): void {
  const [component] = useState(() => ({}));
  const problem = problemOf(props);
  // After each render: the callbacks are then the latest ones, and what is the same changes nothing.
  useEffect(() => {
    if (problem === undefined) show(component, ownerOf(props, element?.current));
    else release(component);
  });
  useEffect(() => () => release(component), [component]);
  const { onError } = props;
  const latest = useRef(onError);
  useEffect(() => {
    latest.current = onError;
  });
  useEffect(() => {
    if (problem === undefined) return;
    // biome-ignore lint/suspicious/noConsole: the developer of the page reads it there, as the script's own errors.
    console.error(`Parley: ${problem}`);
    latest.current?.({ code: 'invalid_call', message: problem });
  }, [problem]);
}

/** A sentence about a missing prop, such as of an environment variable that isn't set: types don't see that. */
function problemOf({ channel, host }: Readonly<Partial<ParleyChatProps>>): string | undefined {
  if (!/^channel_\w+$/.test(`${channel}`)) {
    return `channel must be the ID of a channel (channel_…), not ${JSON.stringify(channel ?? '')}.`;
  }
  if (!/^https?:\/\/[^/?#]/.test(`${host}`)) {
    return `host must be the address of the service, such as https://chat.example.com, not ${JSON.stringify(host ?? '')}.`;
  }
  return undefined;
}

function ownerOf(props: ParleyChatProps, target: HTMLElement | null | undefined): Owner {
  const { channel, host, identity, open, src = `${host.replace(/\/+$/, '')}/widget.js`, nonce, integrity } = props;
  const { theme, accent, position, launcher, language, label, zIndex, offset } = props;
  const look = { theme, accent, position, launcher, language, label, zIndex, offset, target: target ?? undefined };
  const given = Object.fromEntries(Object.entries(look).filter(([, value]) => value !== undefined));
  return {
    channel,
    settings: { channel, host, ...given },
    script: { src, host, channel, nonce, integrity },
    identity,
    open,
    onEvent: (event, detail) => callBack(props, event, detail),
  };
}

function callBack(props: ParleyChatProps, event: string, detail: Detail): void {
  if (event === 'ready') props.onReady?.();
  if (event === 'open') props.onOpen?.();
  if (event === 'close') props.onClose?.();
  if (event === 'message') props.onMessage?.(detail as unknown as ParleyMessage);
  if (event === 'unread') props.onUnread?.(Number(detail['count']));
  if (event === 'error') props.onError?.(detail as unknown as ParleyError);
}

/**
 * The chats that components of the page show. Components say what they want, and a microtask later the page gets the
 * difference: the double effects of StrictMode, or a route that shows the same chat as the one before, change nothing.
 */
import { call, loadScript, type Script } from './page.ts';
import type { ParleyState } from './types.ts';

/** A component that shows the chat of a channel. */
export interface Owner {
  readonly channel: string;
  /** Options of `parley.init`. */
  readonly settings: Settings;
  readonly script: Script;
  readonly identity: string | undefined;
  readonly open: boolean | undefined;
  readonly onEvent: (event: string, detail: Detail) => void;
}

export type Settings = Readonly<Record<string, unknown>>;

/** An event's detail, as the script reports it. */
export type Detail = Readonly<Record<string, unknown>>;

interface Chat {
  /** The settings of the widget on the page, and the component that they come from. */
  shown: { readonly by: object; readonly settings: Settings } | undefined;
  /** The visitor of the last call. It outlives the widget: a visitor who has left is signed out by the next one. */
  identity: string | undefined;
  state: ParleyState;
  /** Calls that came before the widget, without the channel. */
  waiting: (readonly [name: string, ...args: unknown[]])[];
}

export const initialState: ParleyState = { isReady: false, isOpen: false, unread: 0 };

/** Max number of calls that wait for a widget; more replace the earliest. */
const maxWaiting = 100;

/** By component, in the order in which they were mounted. */
const owners = new Map<object, Owner>();
/** Components that were unmounted since the last difference. */
const released = new Set<object>();
/** The value of `open` of each component that was acted on. */
const opened = new WeakMap<object, boolean>();
/** By channel; calls that wait for the first component have the empty name. */
const chats = new Map<string, Chat>();
const subscribers = new Set<() => void>();
/** Addresses of scripts that could not be loaded since a component was mounted. */
const failed = new Set<string>();
let isListening = false;
let isScheduled = false;

/** Shows a chat for a component, or changes what it shows. */
export function show(component: object, owner: Owner): void {
  if (!owners.has(component)) failed.delete(owner.script.src);
  released.delete(component);
  owners.set(component, owner);
  chatOf(owner.channel);
  schedule();
}

/** Takes back what a component shows, unless it shows a chat again at once. */
export function release(component: object): void {
  released.add(component);
  schedule();
}

/** Calls a function for a channel, or for the first one if `channel` is undefined: now or once a component shows it. */
export function callFor(channel: string | undefined, name: string, ...args: unknown[]): void {
  if (isScheduled) settle();
  const target = channel ?? firstChannel();
  const { shown, waiting } = chatOf(target);
  if (shown !== undefined) call(name, ...args, target);
  else waiting.push([name, ...args]);
  if (waiting.length > maxWaiting) waiting.shift();
}

/** The state of a channel, or of the first one if `channel` is undefined. */
export const stateOf = (channel: string | undefined): ParleyState =>
  chats.get(channel ?? firstChannel())?.state ?? initialState;

/** Calls a function after each change of a state, until the returned function is called. */
export function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

const firstChannel = (): string => [...owners.values()][0]?.channel ?? '';

function chatOf(channel: string): Chat {
  const known = chats.get(channel);
  if (known !== undefined) return known;
  const chat: Chat = { shown: undefined, identity: undefined, state: initialState, waiting: [] };
  chats.set(channel, chat);
  return chat;
}

function schedule(): void {
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    if (isScheduled) settle();
  });
}

/** Gives the page what the components want. */
function settle(): void {
  isScheduled = false;
  for (const component of released) owners.delete(component);
  released.clear();
  for (const [channel, chat] of chats) settleChat(channel, chat);
  if (isListening && owners.size === 0) {
    isListening = false;
    for (const [event, listener] of listeners) call('off', event, listener);
  }
  loadNext();
  for (const subscriber of subscribers) subscriber();
}

function settleChat(channel: string, chat: Chat): void {
  const wanted = [...owners].filter(([, owner]) => owner.channel === channel);
  const first = wanted.find(([component]) => component === chat.shown?.by) ?? wanted[0];
  const { isOpen } = chat.state;
  if (chat.shown !== undefined && !isSame(chat.shown.settings, first?.[1].settings)) {
    call('destroy', channel);
    Object.assign(chat, { shown: undefined, state: initialState });
  }
  if (first === undefined) return;
  const [by, { settings }] = first;
  const isNew = chat.shown === undefined;
  if (isNew) create(settings, isOpen);
  chat.shown = { by, settings };
  const identity = wanted.map(([, owner]) => owner.identity).find((each) => each !== undefined);
  identify(channel, { chat, identity, isNew });
  for (const [component, owner] of wanted) follow(component, owner);
  const early = channel === firstChannel() ? chatOf('').waiting.splice(0) : [];
  for (const [name, ...args] of [...early, ...chat.waiting.splice(0)]) call(name, ...args, channel);
}

function create(settings: Settings, isOpen: boolean): void {
  if (!isListening) for (const [event, listener] of listeners) call('on', event, listener);
  isListening = true;
  call('init', isOpen ? { ...settings, open: true } : settings);
}

/** Signs the visitor in or out. A new widget has no identity, but the data of an earlier visitor is still stored. */
function identify(
  channel: string,
  { chat, identity, isNew }: { chat: Chat; identity: string | undefined; isNew: boolean },
): void {
  if (identity === undefined && chat.identity !== undefined) call('reset', channel);
  if (identity !== undefined && (isNew || identity !== chat.identity)) call('setUser', identity, channel);
  chat.identity = identity;
}

/** Opens or closes the chat if a component changes its `open`. */
function follow(component: object, { channel, open }: Owner): void {
  if (open === undefined || open === opened.get(component)) return;
  opened.set(component, open);
  call(open ? 'open' : 'close', channel);
}

/** Loads the script that the first component wants, or after a failure that of another. */
function loadNext(): void {
  const owner = [...owners.values()].find(({ script }) => !failed.has(script.src));
  if (owner === undefined) return;
  loadScript(owner.script, (src) => {
    failed.add(src);
    const detail = { code: 'script_not_loaded', message: `The script ${src} could not be loaded.` };
    for (const each of owners.values()) if (each.script.src === src) report(each, 'error', detail);
    loadNext();
  });
}

const unchanged = () => ({});

/** Changes of the state by event. */
const changes: Readonly<Record<string, (detail: Detail) => Partial<ParleyState>>> = {
  ready: () => ({ isReady: true }),
  open: () => ({ isOpen: true }),
  close: () => ({ isOpen: false }),
  unread: ({ count }) => ({ unread: Number(count) }),
  message: unchanged,
  error: unchanged,
};

const listeners = Object.keys(changes).map((event) => [event, (detail: Detail) => receive(event, detail)] as const);

function receive(event: string, detail: Detail): void {
  const { channel } = detail;
  const chat = typeof channel === 'string' ? chats.get(channel) : undefined;
  if (chat !== undefined) chat.state = { ...chat.state, ...changes[event]?.(detail) };
  for (const owner of [...owners.values()]) {
    // An error of a call may name no channel: each component reports it.
    if (channel === undefined || channel === owner.channel) report(owner, event, detail);
  }
  for (const subscriber of subscribers) subscriber();
}

/** Reports an event to a component. Its bug is the page's: the browser reports it, and the others still hear. */
function report({ onEvent }: Owner, event: string, detail: Detail): void {
  try {
    onEvent(event, detail);
  } catch (error) {
    setTimeout(() => {
      throw error;
    });
  }
}

function isSame(one: Settings, other: Settings | undefined): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other ?? {})]);
  return other !== undefined && [...names].every((name) => one[name] === other[name]);
}

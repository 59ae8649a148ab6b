'use client';

export { ParleyChat, ParleyInline, type ParleyInlineProps } from './chat.ts';
export type {
  ParleyAttributes,
  ParleyCalls,
  ParleyChatProps,
  ParleyError,
  ParleyMessage,
  ParleyState,
} from './types.ts';
export { useParley } from './use-parley.ts';

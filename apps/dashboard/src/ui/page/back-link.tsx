import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import css from './back.module.css';
import { Icon } from './icons.tsx';

/** The link above a heading to the page that one comes from. */
export const BackLink = createLink(({ children, ...link }: ComponentProps<'a'>) => (
  <a {...link} className={css['back']}>
    <Icon name="arrowLeft" size={14} /> {children}
  </a>
));

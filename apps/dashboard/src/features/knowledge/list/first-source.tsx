import { Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { paths } from '../../../paths.ts';
import { Icon } from '../../../ui/page/icons.tsx';
import { ways } from '../ways.ts';
import css from './first-source.module.css';

/** The list before there is a source: what knowledge is for, and the ways to add some. */
export function FirstSource({ mayAdd }: { mayAdd: boolean }) {
  return (
    <div className={css['first']}>
      <Title order={2} className={css['title']}>
        Give your agents something to answer from
      </Title>
      <p className={css['text']}>
        Agents look up each question in the sources that you attach to them, answer from what they find, and quote the
        sentence it stands on. A source can serve several agents.
      </p>
      {mayAdd ? (
        <ul className={css['ways']}>
          {ways.map(({ type, title, about, icon }) => (
            <li key={type}>
              <Link to={paths.newSource} search={{ type }} className={css['way']}>
                <span className={css['icon']}>
                  <Icon name={icon} size={18} />
                </span>
                <span>
                  <span className={css['name']}>{title}</span>
                  <span className={css['about']}>{about}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className={css['text']}>Your role here can read knowledge, not add any.</p>
      )}
    </div>
  );
}

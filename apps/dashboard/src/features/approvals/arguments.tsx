import { Icon } from '../../ui/page/icons.tsx';
import { shownText } from '../../ui/page/shown-text.ts';
import css from './approvals.module.css';

/** The exact arguments of a call: as rows to read, and as JSON on demand. */
export function Arguments({ given }: { given: Readonly<Record<string, unknown>> }) {
  const rows = Object.entries(given);
  if (rows.length === 0) return <p className={css['none']}>It takes no arguments.</p>;
  return (
    <>
      <table className={css['arguments']}>
        <caption className={css['caption']}>Arguments</caption>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{shownText(name)}</th>
              <td dir="auto">{shownText(typeof value === 'string' ? value : JSON.stringify(value))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details className={css['json']}>
        <summary>
          <Icon name="chevronRight" size={12} /> JSON
        </summary>
        <pre>{shownText(JSON.stringify(given, null, 2))}</pre>
      </details>
    </>
  );
}

import { VisuallyHidden } from '@mantine/core';
import table from '../lists/table.module.css';

/** The heading of a column of menus and buttons, for screen readers. */
export function ActionsHeader() {
  return (
    <th scope="col" className={table['actions']}>
      <VisuallyHidden>Actions</VisuallyHidden>
    </th>
  );
}

import { VisuallyHidden } from '@mantine/core';
import { BarDrawing } from './bar-drawing.tsx';
import type { BarData } from './bar-plot.ts';
import { valueText } from './bar-values.ts';

interface BarChartProps extends BarData {
  /** Content of the chart, for screen readers. */
  title: string;
  /** The unit of a group of bars, such as "Day". */
  unit: string;
  /** In pixels, with the legend. */
  height: number;
}

/** A bar chart with a legend, values on hover, and a table with all values for screen readers. */
export function BarChart({ title, unit, height, ...data }: BarChartProps) {
  return (
    <>
      <BarDrawing data={data} height={height} />
      <VisuallyHidden component="div">
        <ValueTable title={title} unit={unit} data={data} />
      </VisuallyHidden>
    </>
  );
}

function ValueTable({ title, unit, data }: { title: string; unit: string; data: BarData }) {
  const { names, series, measure = 'count' } = data;
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">{unit}</th>
          {series.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {names.map((name, group) => (
          // Each group has its place; hours of a change of the clocks have the same name.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <tr key={group}>
            <th scope="row">{name}</th>
            {series.map(({ label, values }) => (
              <td key={label}>{valueText(values[group] ?? 0, measure)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

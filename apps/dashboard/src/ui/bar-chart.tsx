import 'uplot/dist/uPlot.min.css';
import { VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type uPlot from 'uplot';
import css from './bar-chart.module.css';
import { axisWidth, type BarData, type BarSeries, drawBars } from './bar-plot.ts';
import { valueText } from './bar-values.ts';

interface BarChartProps extends BarData {
  /** What the chart shows, for screen readers. */
  title: string;
  /** What a group of bars is, such as "Day". */
  unit: string;
  /** In pixels, with the legend. */
  height: number;
}

/** The width of the values on hover, and how far they are from the middle of the bars, in pixels. */
const valuesWidth = 210;
const distance = 20;

/** A bar chart with a legend, values on hover, and a table with all values for screen readers. */
export function BarChart({ title, unit, height, ...data }: BarChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  // Pages ask for their figures again and again: equal ones are not drawn again.
  const drawn = JSON.stringify(data);
  useEffect(() => {
    if (host.current === null) return;
    return keepDrawn(host.current, (element) => drawBars(element, JSON.parse(drawn) as BarData, setPointed));
  }, [drawn]);
  return (
    <>
      <div className={css['chart']} style={{ height }} aria-hidden="true">
        <div className={css['plot']}>
          <div className={css['canvas']} ref={host} />
          {pointed !== undefined && <Values data={data} group={pointed} />}
        </div>
        <div className={css['legend']}>
          {data.series.map(({ label, color }) => (
            <Name key={label} label={label} color={color} />
          ))}
        </div>
      </div>
      <VisuallyHidden component="div">
        <ValueTable title={title} unit={unit} data={data} />
      </VisuallyHidden>
    </>
  );
}

/** Draws, again if the colour scheme changes, and in the size of the element; returns what ends that. */
function keepDrawn(element: HTMLElement, draw: (element: HTMLElement) => uPlot): () => void {
  const plot = draw(element);
  const size = new ResizeObserver(() => {
    plot.setSize({ width: element.clientWidth, height: element.clientHeight });
  });
  size.observe(element);
  const scheme = new MutationObserver(() => plot.redraw(false, true));
  scheme.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return () => {
    size.disconnect();
    scheme.disconnect();
    plot.destroy();
  };
}

function Name({ label, color }: Pick<BarSeries, 'label' | 'color'>) {
  return (
    <span className={css['name']}>
      <span className={css['dot']} style={{ background: `var(${color})` }} />
      <span>{label}</span>
    </span>
  );
}

/** The values under the pointer: beside it, on the side that has more room. */
function Values({ data: { names, series, measure = 'count' }, group }: { data: BarData; group: number }) {
  const place = (group + 0.5) / names.length;
  const from = (part: number, start: number) =>
    `min(${start + distance}px + (100% - ${axisWidth}px) * ${part}, 100% - ${valuesWidth}px)`;
  const side = place < 0.5 ? { left: from(place, axisWidth) } : { right: from(1 - place, 0) };
  return (
    <div className={css['values']} style={{ width: valuesWidth, ...side }}>
      <div className={css['group']}>{names[group]}</div>
      {series.map(({ label, color, values }) => (
        <div key={label} className={css['row']}>
          <Name label={label} color={color} />
          <span>{valueText(values[group] ?? 0, measure)}</span>
        </div>
      ))}
    </div>
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

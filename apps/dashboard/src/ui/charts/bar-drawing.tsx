import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { plotBand } from './band-plot.ts';
import css from './bar-chart.module.css';
import {
  axisWidth,
  type Bar,
  type BarData,
  type BarSeries,
  groupAt,
  middleOf,
  type PlotSize,
  plotArea,
  plotBars,
} from './bar-plot.ts';
import { valueText } from './bar-values.ts';

/** The width of the values on hover, and how far they are from the middle of the bars, in pixels. */
const valuesWidth = 210;
const distance = 20;

/** The chart as people see it: bars with a scale and names, their values under the pointer, and a legend. */
export function BarDrawing({ data, height }: { data: BarData; height: number }) {
  const host = useRef<HTMLDivElement>(null);
  const size = useSize(host);
  const { pointed, ...pointing } = usePointed(host, (x) => size && groupAt(x, data.names.length, size));
  const group = pointed !== undefined && pointed < data.names.length ? pointed : undefined;
  return (
    <div className={css['chart']} style={{ height }} aria-hidden="true">
      <div className={css['plot']} ref={host} {...pointing}>
        {size && <Drawing data={data} size={size} group={group} />}
        {group !== undefined && <Values data={data} group={group} />}
      </div>
      {data.series.length > 1 && (
        <div className={css['legend']}>
          {data.series.map(({ label, color }) => (
            <Name key={label} label={label} color={color} />
          ))}
        </div>
      )}
    </div>
  );
}

/** The size of an element; undefined before it is measured, which is before the first paint. */
function useSize(host: RefObject<HTMLElement | null>): PlotSize | undefined {
  const [size, setSize] = useState<PlotSize>();
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [host]);
  return size;
}

/** The group under the pointer, with the listeners for it. A touched one stays until something else is touched. */
function usePointed(host: RefObject<HTMLElement | null>, groupAtX: (x: number) => number | undefined) {
  const [pointed, setPointed] = useState<number>();
  const isPointed = pointed !== undefined;
  useEffect(() => {
    if (!isPointed) return;
    const end = ({ target }: Event) => {
      if (!(target instanceof Node && host.current?.contains(target))) setPointed(undefined);
    };
    document.addEventListener('pointerdown', end);
    return () => document.removeEventListener('pointerdown', end);
  }, [host, isPointed]);
  const point = ({ clientX, currentTarget }: PointerEvent) =>
    setPointed(groupAtX(clientX - currentTarget.getBoundingClientRect().left));
  return {
    pointed,
    onPointerDown: point,
    onPointerMove: point,
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setPointed(undefined),
    // The page is scrolled.
    onPointerCancel: () => setPointed(undefined),
  };
}

interface DrawingProps {
  data: BarData;
  size: PlotSize;
  /** The group under the pointer. */
  group: number | undefined;
}

function Drawing({ data, size, group }: DrawingProps) {
  const { ticks, names, series } = useMemo(() => plotBars(data, size), [data, size]);
  const { left, right, top, bottom } = plotArea(size);
  return (
    <svg aria-hidden="true" className={css['drawing']} width={size.width} height={size.height}>
      {/* Half a pixel more: a line is drawn on both sides of its place. */}
      <path className={css['grid']} d={ticks.map(({ y }) => `M${left} ${y + 0.5}H${right}`).join('')} />
      {ticks.map(({ y, text }) => (
        <text key={text} className={css['tick']} x={left - 5} y={y} dy="0.36em">
          {text}
        </text>
      ))}
      {names.map(({ x, text }) => (
        <text key={x} className={css['under']} x={x} y={bottom + 15}>
          {text}
        </text>
      ))}
      {group !== undefined && (
        <path
          className={css['pointed']}
          d={`M${Math.round(middleOf(group, data.names.length, size)) + 0.5} ${top}V${bottom}`}
        />
      )}
      {data.shape === 'band' ? (
        <BandPaths data={data} size={size} />
      ) : (
        data.series.map(({ label, color }, index) => (
          <path key={label} className={css['bars']} style={{ fill: `var(${color})` }} d={pathOf(series[index] ?? [])} />
        ))
      )}
    </svg>
  );
}

function BandPaths({ data, size }: { data: BarData; size: PlotSize }) {
  const { area, line } = useMemo(() => plotBand(data, size), [data, size]);
  const [low, high] = data.series;
  return (
    <>
      <path className={css['band']} style={{ color: `var(${high?.color})` }} d={area} />
      <path className={css['line']} style={{ stroke: `var(${low?.color})` }} d={line} />
    </>
  );
}

const pathOf = (bars: readonly Bar[]) =>
  bars.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join('');

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

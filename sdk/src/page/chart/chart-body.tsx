import 'uplot/dist/uPlot.min.css';
import './chart.css';
import { useEffect, useRef, useState } from 'react';
import { type ChartProps, LEAST_WIDTH } from './chart-series.ts';
import type { drawChart } from './draw-chart.ts';
import { usePaper } from './use-paper.ts';

/** Loaded with the first chart, and then at hand: a sheet of paper does not wait. */
let drawing: { readonly drawChart: typeof drawChart } | null = null;

/** The chart itself, drawn once it is known how wide it is. */
export function ChartBody(props: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  const look = useLook();
  const isPaper = usePaper();
  useEffect(() => {
    const element = frame.current;
    if (element === null || typeof ResizeObserver !== 'function') return;
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  useEffect(() => {
    const element = frame.current;
    if (element === null || width === null || width < LEAST_WIDTH) return;
    let isOver = false;
    let destroy = (): void => undefined;
    const draw = () => {
      if (!isOver && drawing !== null) destroy = drawing.drawChart(element, props, isPaper);
    };
    if (drawing === null) {
      void import('./draw-chart.ts').then((loaded) => {
        drawing = loaded;
        draw();
      });
    } else {
      draw();
    }
    return () => {
      isOver = true;
      destroy();
    };
  }, [props, width, look, isPaper]);
  return (
    <figure className="kc-chart" aria-label={props.label}>
      <div ref={frame} aria-hidden />
      {width !== null && width < LEAST_WIDTH && <p className="kp-muted">{props.tooSmall}</p>}
    </figure>
  );
}

/** Changes with the theme. */
function useLook(): string {
  const [look, setLook] = useState('');
  useEffect(() => {
    const read = () => {
      const { theme = '', brand = '' } = document.documentElement.dataset;
      setLook(`${theme} ${brand}`);
    };
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-brand'] });
    return () => {
      observer.disconnect();
    };
  }, []);
  return look;
}

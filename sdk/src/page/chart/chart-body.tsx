import 'uplot/dist/uPlot.min.css';
import './chart.css';
import { useEffect, useRef, useState } from 'react';
import { type ChartProps, LEAST_WIDTH } from './chart-series.ts';

/** The chart itself, drawn once it is known how wide it is. */
export function ChartBody(props: ChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  const look = useLook();
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
    void import('./draw-chart.ts').then(({ drawChart }) => {
      if (!isOver) destroy = drawChart(element, props, look === 'paper');
    });
    return () => {
      isOver = true;
      destroy();
    };
  }, [props, width, look]);
  return (
    <figure className="kc-chart" aria-label={props.label}>
      <div ref={frame} aria-hidden />
      {width !== null && width < LEAST_WIDTH && <p className="kp-muted">{props.tooSmall}</p>}
    </figure>
  );
}

/** Changes with the theme, and while the page is printed. */
function useLook(): string {
  const [look, setLook] = useState('screen');
  useEffect(() => {
    const read = () => {
      const { theme = '', brand = '' } = document.documentElement.dataset;
      setLook(`${theme} ${brand}`);
    };
    const print = () => {
      setLook('paper');
    };
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-brand'] });
    window.addEventListener('beforeprint', print);
    window.addEventListener('afterprint', read);
    return () => {
      observer.disconnect();
      window.removeEventListener('beforeprint', print);
      window.removeEventListener('afterprint', read);
    };
  }, []);
  return look;
}

import { Button, useText } from '@kituo/sdk';
import { useState } from 'react';
import type { Department } from './department-fields.ts';
import './departments.css';

const ZOOMS = [0.5, 0.7, 0.85, 1, 1.25] as const;

/** The departments as a chart from the top down; a box opens its department. */
export function DepartmentChart(props: {
  readonly roots: readonly Department[];
  readonly onOpen: (row: Department) => void;
}) {
  const t = useText();
  const [zoom, setZoom] = useState(3);
  const step = (by: -1 | 1): void => {
    setZoom(Math.max(0, Math.min(ZOOMS.length - 1, zoom + by)));
  };
  return (
    <section className="kp-page" aria-label={t('tab.chart')}>
      <div className="dept-zoom">
        <Button
          text="−"
          aria-label={t('dept.zoomOut')}
          disabled={zoom === 0}
          onClick={() => {
            step(-1);
          }}
        />
        <span className="ks-figures" role="status">
          {Math.round((ZOOMS[zoom] ?? 1) * 100)} %
        </span>
        <Button
          text="+"
          aria-label={t('dept.zoomIn')}
          disabled={zoom === ZOOMS.length - 1}
          onClick={() => {
            step(1);
          }}
        />
      </div>
      <div className="dept-chart-scroll" tabIndex={0} role="region" aria-label={t('tab.chart')}>
        <ul className="dept-chart" style={{ zoom: ZOOMS[zoom] }}>
          {props.roots.map((row) => (
            <Branch key={row.deptNo} row={row} onOpen={props.onOpen} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Branch(props: { readonly row: Department; readonly onOpen: (row: Department) => void }) {
  const { row, onOpen } = props;
  const t = useText();
  return (
    <li>
      <button
        type="button"
        className={row.isEnabled ? 'dept-box' : 'dept-box dept-box-off'}
        onClick={() => {
          onOpen(row);
        }}
      >
        <strong>{row.name}</strong>
        <span className="kp-muted">{row.leaderName ?? t('dept.noLeader')}</span>
        <span className="kp-muted">{t('dept.memberCount', { count: row.membersBelow })}</span>
      </button>
      {row.childList.length > 0 && (
        <ul>
          {row.childList.map((child) => (
            <Branch key={child.deptNo} row={child} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </li>
  );
}

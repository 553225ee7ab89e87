import { Button, Checkbox } from '@blueprintjs/core';
import { ChevronDown, ChevronUp, ColumnLayout } from '../icons.ts';
import { titleOf } from '../list/columns.ts';
import { useKitText, usePluginText } from '../platform.ts';
import type { Density } from './kept-layout.ts';
import type { Layout } from './use-layout.ts';
import { Popover } from '../parts/popover.tsx';

const DENSITIES: readonly Density[] = ['compact', 'comfortable'];

/** Which columns are drawn, in which order, and how high rows are. */
export function ColumnChooser<Row>(props: { readonly layout: Layout<Row> }) {
  const kit = useKitText();
  return (
    <Popover placement="bottom-end" content={<ColumnList layout={props.layout} />}>
      <Button
        variant="minimal"
        aria-label={kit('columns.button')}
        title={kit('columns.button')}
        icon={<ColumnLayout aria-hidden title={false} />}
      />
    </Popover>
  );
}

function ColumnList<Row>(props: { readonly layout: Layout<Row> }) {
  const { layout } = props;
  const t = usePluginText();
  const kit = useKitText();
  return (
    <div className="kp-columns" role="group" aria-label={kit('columns.title')}>
      <ul>
        {layout.offered.map(({ column, isShown, isFixed }, index) => {
          const name = t(titleOf(column));
          return (
            <li key={column.key}>
              <Checkbox
                checked={isShown}
                disabled={isFixed}
                label={name}
                onChange={() => {
                  layout.toggle(column.key);
                }}
              />
              <Button
                size="small"
                variant="minimal"
                disabled={index <= layout.fixedCount}
                aria-label={kit('columns.up', { name })}
                icon={<ChevronUp size={14} aria-hidden title={false} />}
                onClick={() => {
                  layout.move(column.key, -1);
                }}
              />
              <Button
                size="small"
                variant="minimal"
                disabled={isFixed || index === layout.offered.length - 1}
                aria-label={kit('columns.down', { name })}
                icon={<ChevronDown size={14} aria-hidden title={false} />}
                onClick={() => {
                  layout.move(column.key, 1);
                }}
              />
            </li>
          );
        })}
      </ul>
      <label className="kp-density">
        <span>{kit('columns.density')}</span>
        <select
          value={layout.density ?? ''}
          onChange={(event) => {
            layout.setDensity(DENSITIES.find((one) => one === event.target.value) ?? null);
          }}
        >
          <option value="">{kit('columns.densityOwn')}</option>
          {DENSITIES.map((density) => (
            <option key={density} value={density}>
              {kit(`columns.${density}`)}
            </option>
          ))}
        </select>
      </label>
      <Button size="small" fill disabled={layout.isOriginal} text={kit('columns.reset')} onClick={layout.reset} />
    </div>
  );
}

import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Cross, FilterIcon } from '../icons.ts';
import type { Filter, Filtering } from '../list/filters.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { ColumnChooser } from '../table/column-chooser.tsx';
import type { Layout } from '../table/use-layout.ts';
import { useNarrow } from '../table/use-narrow.ts';
import { FilterControl, useFilterText } from './filter-control.tsx';
import { Popover } from './popover.tsx';

/** How many filters are always in sight; on a phone they would push the list out of it. */
const IN_SIGHT = 3;

/** One row: the three filters used most, the others behind a button, the active ones of these as tags. A phone has the button alone. */
export function FilterBar<Row>(props: {
  readonly list: Filtering;
  /** The layout of the table below: with it, its columns are chosen at the right end. */
  readonly layout?: Layout<Row>;
  /** What is before that: export, import. */
  readonly children?: ReactNode;
}) {
  const { list } = props;
  const kit = useKitText();
  const isNarrow = useNarrow();
  const all = Object.entries(list.filters);
  const inSight = isNarrow ? 0 : IN_SIGHT;
  const hidden = all.slice(inSight);
  const active = hidden.filter(([name]) => (list.state.filters[name] ?? '') !== '');
  return (
    <div className="kp-filters" role="search" aria-label={kit('filter.bar')}>
      {all.slice(0, inSight).map(([name, filter], index) => (
        <FilterControl key={name} list={list} name={name} filter={filter} isFirst={index === 0} />
      ))}
      {hidden.length > 0 && (
        <Popover
          placement="bottom-start"
          content={
            <div className="kp-more-filters">
              {hidden.map(([name, filter]) => (
                <FilterControl key={name} list={list} name={name} filter={filter} />
              ))}
            </div>
          }
        >
          <Button
            icon={<FilterIcon size={14} aria-hidden title={false} />}
            text={
              active.length === 0
                ? kit(isNarrow ? 'filter.all' : 'filter.more')
                : kit(isNarrow ? 'filter.allActive' : 'filter.moreActive', { count: active.length })
            }
          />
        </Popover>
      )}
      {active.map(([name, filter]) => (
        <ActiveFilter key={name} list={list} name={name} filter={filter} />
      ))}
      {list.isFiltered && <Button variant="minimal" text={kit('filter.clear')} onClick={list.clearFilters} />}
      <div className="kp-filters-end">
        {props.children}
        {props.layout !== undefined && <ColumnChooser layout={props.layout} />}
      </div>
    </div>
  );
}

function ActiveFilter(props: { readonly list: Filtering; readonly name: string; readonly filter: Filter }) {
  const { list, name, filter } = props;
  const t = usePluginText();
  const kit = useKitText();
  const shown = useFilterText(filter, list.state.filters[name] ?? '');
  const title = t(`field.${filter.title ?? name}`);
  return (
    <span className="kp-filter-tag">
      {title}: <b>{shown}</b>
      <button
        type="button"
        aria-label={kit('filter.remove', { name: title })}
        onClick={() => {
          list.setFilter(name, '');
        }}
      >
        <Cross size={12} aria-hidden title={false} />
      </button>
    </span>
  );
}

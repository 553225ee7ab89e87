import { Button, PopoverNext } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { Cross, FilterIcon } from '../icons.ts';
import type { Filter, Filtering } from '../list/filters.ts';
import { useKitText, usePluginText } from '../platform.ts';
import { FilterControl, useFilterText } from './filter-control.tsx';

/** How many filters are always in sight. */
const IN_SIGHT = 3;

/** One row: the three filters used most, the others behind a button, the active ones of these as tags. */
export function FilterBar(props: {
  readonly list: Filtering;
  /** What stands at the right end: export, columns. */
  readonly children?: ReactNode;
}) {
  const { list } = props;
  const kit = useKitText();
  const all = Object.entries(list.filters);
  const hidden = all.slice(IN_SIGHT);
  const active = hidden.filter(([name]) => (list.state.filters[name] ?? '') !== '');
  return (
    <div className="kp-filters" role="search" aria-label={kit('filter.bar')}>
      {all.slice(0, IN_SIGHT).map(([name, filter], index) => (
        <FilterControl key={name} list={list} name={name} filter={filter} isFirst={index === 0} />
      ))}
      {hidden.length > 0 && (
        <PopoverNext
          placement="bottom-start"
          arrow={false}
          animation="minimal"
          transitionDuration={0}
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
                ? kit('filter.more')
                : kit('filter.moreActive', { count: active.length })
            }
          />
        </PopoverNext>
      )}
      {active.map(([name, filter]) => (
        <ActiveFilter key={name} list={list} name={name} filter={filter} />
      ))}
      {list.isFiltered && (
        <Button variant="minimal" text={kit('filter.clear')} onClick={list.clearFilters} />
      )}
      <div className="kp-filters-end">{props.children}</div>
    </div>
  );
}

function ActiveFilter(props: {
  readonly list: Filtering;
  readonly name: string;
  readonly filter: Filter;
}) {
  const { list, name, filter } = props;
  const t = usePluginText();
  const kit = useKitText();
  const shown = useFilterText(filter, list.state.filters[name] ?? '');
  const title = t(`field.${name}`);
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

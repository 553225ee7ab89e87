import { Button } from '@blueprintjs/core';
import { formatCount } from '../../format/money.ts';
import { ChevronLeft, ChevronRight } from '../icons.ts';
import { PAGE_SIZES } from '../list/list-address.ts';
import type { List } from '../list/use-list.ts';
import { useKitText } from '../platform.ts';

/** Previous, next, total, items per page. */
export function Pagination<Row>(props: { readonly list: List<Row> }) {
  const { list } = props;
  const { page, pageSize } = list.state;
  const kit = useKitText();
  // Of a page 1 of 1 there is nothing to say.
  const isOnly = page <= 1 && list.totalIsExact && list.pageCount <= 1;
  const total = kit(list.totalIsExact ? 'paging.total' : 'paging.totalAtLeast', {
    total: formatCount(list.total),
  });
  return (
    <nav className="kp-paging" aria-label={kit('paging.navigation')}>
      <span aria-live="polite" className="ks-figures">
        {list.isFirstLoad ? '\u00a0' : total}
      </span>
      <label className="kp-size">
        <span className="kp-hidden">{kit('paging.size')}</span>
        <select
          value={pageSize}
          onChange={(event) => {
            const chosen = PAGE_SIZES.find((size) => String(size) === event.target.value);
            if (chosen !== undefined) list.setPageSize(chosen);
          }}
        >
          {PAGE_SIZES.map((size) => (
            <option key={size} value={size}>
              {kit('paging.perPage', { size })}
            </option>
          ))}
        </select>
      </label>
      {!isOnly && (
        <>
          <span className="ks-figures kp-muted">
            {kit(list.totalIsExact ? 'paging.page' : 'paging.pageAtLeast', {
              page: formatCount(page),
              pages: formatCount(list.pageCount),
            })}
          </span>
          <span className="kp-turn">
            <Button
              size="small"
              disabled={page <= 1}
              text={kit('paging.previous')}
              icon={<ChevronLeft size={14} aria-hidden title={false} />}
              onClick={() => {
                list.setPage(page - 1);
              }}
            />
            <Button
              size="small"
              disabled={list.totalIsExact && page >= list.pageCount}
              text={kit('paging.next')}
              endIcon={<ChevronRight size={14} aria-hidden title={false} />}
              onClick={() => {
                list.setPage(page + 1);
              }}
            />
          </span>
        </>
      )}
    </nav>
  );
}

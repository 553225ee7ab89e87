import { Button } from '@blueprintjs/core';
import { formatCount } from '../../format/money.ts';
import { ChevronLeft, ChevronRight } from '../icons.ts';
import { useKitText } from '../platform.ts';

/**
 * Previous and next below a list that stands in a detail; nothing where all fits on one page.
 *
 * @example <PageTurner label={t('entries')} page={page} pageSize={20} total={total} onTurn={setPage} />
 */
export function PageTurner(props: {
  /** What is turned. */
  readonly label: string;
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onTurn: (page: number) => void;
}) {
  const { label, page, pageSize, total, onTurn } = props;
  const kit = useKitText();
  if (total <= pageSize) return null;
  return (
    <nav className="kp-paging" aria-label={label}>
      <span className="ks-figures" aria-live="polite">
        {kit('paging.total', { total: formatCount(total) })}
      </span>
      <span className="kp-turn">
        <Button
          size="small"
          disabled={page <= 1}
          text={kit('paging.previous')}
          icon={<ChevronLeft size={14} aria-hidden title={false} />}
          onClick={() => {
            onTurn(page - 1);
          }}
        />
        <Button
          size="small"
          disabled={page * pageSize >= total}
          text={kit('paging.next')}
          endIcon={<ChevronRight size={14} aria-hidden title={false} />}
          onClick={() => {
            onTurn(page + 1);
          }}
        />
      </span>
    </nav>
  );
}

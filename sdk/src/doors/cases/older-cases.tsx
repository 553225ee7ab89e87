import { Button, useText } from '@kituo/sdk';
import { type List, type ListEndpoint, useDetail } from '@kituo/sdk/page';
import type { CaseRow } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';
import { dayBefore } from './days.ts';

/**
 * How many cases entered earlier than the list shows, and one press to show them: a list of the last 30 days hides no
 * work. Nothing where it shows all.
 */
export function OlderCases({ list, load }: { readonly list: List<CaseRow>; readonly load: ListEndpoint<CaseRow> }) {
  const t = useText(CASES_TEXTS);
  const { filters } = list.request;
  const from = startOf(filters['entryTime']);
  const earlier = { ...filters, entryTime: { to: dayBefore(from ?? '1970-01-02') } };
  const { data } = useDetail(load, from === null ? null : { ...list.request, filters: earlier, page: 1, pageSize: 20 });
  if (data === null || data.total === 0) return null;
  return (
    <p className="cases-line" role="status">
      {t('cases.olderNotShown', { count: data.total, more: data.totalIsExact ? '' : '+' })}
      <Button
        size="small"
        variant="minimal"
        text={t('cases.showOlder')}
        onClick={() => {
          list.setFilter('entryTime', '');
        }}
      />
    </p>
  );
}

function startOf(range: unknown): string | null {
  if (typeof range !== 'object' || range === null || !('from' in range)) return null;
  return typeof range.from === 'string' ? range.from : null;
}

import { Button, eatDay, useText } from '@kituo/sdk';
import { type List, type ListEndpoint, useDetail } from '@kituo/sdk/page';
import type { CaseRow } from './case-system.ts';
import { CASES_TEXTS } from './cases-texts.ts';

const DAY_MS = 86_400_000;

/**
 * How many cases entered earlier than those that the list shows; one press shows them, too: a list of the last 30 days
 * hides no work. Nothing where it shows all.
 */
export function OlderCases({ list, load }: { readonly list: List<CaseRow>; readonly load: ListEndpoint<CaseRow> }) {
  const t = useText(CASES_TEXTS);
  const from = Date.parse((list.state.filters['entryTime'] ?? '').slice(0, 10));
  const { request } = list;
  const { data } = useDetail(
    load,
    Number.isNaN(from)
      ? null
      : { ...request, filters: { ...request.filters, entryTime: { to: eatDay(from - DAY_MS) } }, page: 1 },
  );
  if (data === null || data.total === 0) return null;
  return (
    <Button
      size="small"
      text={t('cases.showOlder', { count: data.total, more: data.totalIsExact ? '' : '+' })}
      onClick={() => {
        list.setFilter('entryTime', '');
      }}
    />
  );
}

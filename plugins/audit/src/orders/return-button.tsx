import { Button, call, formatCount, useCan, useNavigate, usePluginScope, useText } from '@kituo/sdk';
import { auditOrder, retrieval } from '@kituo/sdk/contracts';
import type { List } from '@kituo/sdk/page';
import { useState } from 'react';
import type { ManageRow } from './order-fields.ts';
import { handOver } from './orders-to-return.ts';

const PAGE_SIZE = 100;

/** Numbers of everything the filters match, in the order of the list. */
async function numbersOf(request: List<ManageRow>['request'], count: number): Promise<string[]> {
  const found: string[] = [];
  for (let page = 1; found.length < count; page += 1) {
    const requested = auditOrder.manageList.request.parse({ ...request, page, pageSize: PAGE_SIZE });
    const { rows } = await call(auditOrder.manageList, requested);
    found.push(...rows.map(({ orderNo }) => orderNo));
    if (rows.length < PAGE_SIZE) break;
  }
  return found.slice(0, count);
}

/** Takes the selected orders, or all that the filters match, to the page that returns orders to a pre-state. */
export function ReturnButton({ list }: { readonly list: List<ManageRow> }) {
  const t = useText();
  const go = useNavigate();
  const scope = usePluginScope();
  const isPermitted = useCan('audit:retrieval:submit');
  const [isReading, setReading] = useState(false);
  if (!isPermitted) return null;
  const selected = [...list.selection.rows.keys()];
  const count = selected.length > 0 ? selected.length : list.total;
  const take = async (): Promise<void> => {
    if (count > retrieval.MAX_RETRIEVED || (selected.length === 0 && !list.totalIsExact)) {
      scope.toast.warning(t('manage.returnTooMany', { count: retrieval.MAX_RETRIEVED }));
      return;
    }
    setReading(true);
    try {
      handOver(selected.length > 0 ? selected : await numbersOf(list.request, count));
      void go('/AdminContent/AuditSystem/MachineReviewRetrieval');
    } finally {
      setReading(false);
    }
  };
  return (
    <Button
      text={t('manage.return', { count, shown: formatCount(count) })}
      disabled={count === 0}
      loading={isReading}
      onClick={() => void take()}
    />
  );
}

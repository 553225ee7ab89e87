import { useText } from '@kituo/sdk';
import { waiverStrategy } from '@kituo/sdk/contracts';
import { count, DataTable, day, defineColumns, defineFilters, money, text, useLayout, useList } from '@kituo/sdk/page';

type Row = waiverStrategy.UsageDay;
const columns = defineColumns<Row>([
  day('day', { sortable: true }),
  text('applicantName', { width: 150 }),
  count('requests', { width: 90 }),
  money('waivedCents', { width: 120 }),
  money('appliedCents', { width: 120 }),
  money('cashCents', { width: 130 }),
  count('lapsed', { width: 90 }),
]);
const filters = defineFilters({});

/** What was waived under a strategy, by day and collector, beside the cash that came with it. */
export function StrategyUsage({ ruleId }: { readonly ruleId: string }) {
  const t = useText();
  const list = useList<Row>({
    load: waiverStrategy.usagePage,
    idOf: (row) => row.usageId,
    columns,
    filters,
    defaultSort: '-day',
    always: { ruleId },
  });
  const layout = useLayout('waiverStrategy.usage', columns);
  return (
    <section>
      <h3 className="kp-section-title">{t('strategyUsage.title')}</h3>
      <DataTable
        list={list}
        layout={layout}
        label={t('strategyUsage.title')}
        nameOf={(row) => `${row.day} ${row.applicantName}`}
        rowActions={[]}
        emptyText={t('strategyUsage.none')}
      />
    </section>
  );
}

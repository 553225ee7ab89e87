import { useText } from '@kituo/sdk';
import { repayment } from '@kituo/sdk/contracts';
import { allowedAs, ListScreen, onRow, useListPage, useRefreshOn } from '@kituo/sdk/page';
import { RollbackTree, useRollback } from '@kituo/sdk/payments';
import { CorrectionForm, CreditTogether, useCorrection, useCreditTogether } from '@kituo/sdk/credit';
import { mergeColumns, mergeFilters } from '../desk/desk-fields.ts';
import { MergedDetail } from '../desk/merged-detail.tsx';
import { lastThirtyDays } from '../desk/last-days.ts';
import { SumsBar } from '../desk/sums-bar.tsx';

const CREDITED = {
  subject: 'applicationNos',
  numbersOf: ({ applicationNo }: repayment.MergeRow) => [applicationNo],
  factsOf: ({ applicationNo, appliedCents }: repayment.MergeRow) => ({ name: applicationNo, cents: appliedCents }),
} as const;

/** A row an application: every repayment of both collection systems, live and rolled back. */
export function RepaymentManagementMergePage() {
  const t = useText();
  const screen = useListPage<repayment.MergeRow>({
    load: repayment.mergePage,
    idOf: (row) => row.applicationNo,
    columns: mergeColumns,
    filters: mergeFilters,
    defaultSort: '-appliedAt',
    initial: { appliedAt: lastThirtyDays() },
    file: { endpoint: repayment.mergeExport, jobKind: 'repayments.export' },
  });
  useRefreshOn('change', screen.list.refresh);
  const rollback = useRollback(screen.list);
  const byOrder = useCorrection({ scope: 'ORDER', ...CREDITED }, screen.list);
  const byBill = useCorrection({ scope: 'BILL', ...CREDITED }, screen.list);
  const together = useCreditTogether(screen.list);
  // Each row is corrected in the collection system that worked it.
  const creditOf = ({ scope, correct }: typeof byOrder) => {
    const offered = allowedAs(correct, 'correctCredit');
    const isAllowed = (row: repayment.MergeRow) => row.caseScope === scope && offered.isAllowed(row);
    return { ...offered, name: `correctCredit${scope}`, isAllowed };
  };
  return (
    <ListScreen
      of={screen}
      title={t('merge.title')}
      rowActions={[
        onRow(rollback.settle, 'settleRollback', ({ orderNo, applicationNo }: repayment.MergeRow) => ({
          orderNo,
          applicationNo,
        })),
        onRow(rollback.full, 'fullRollback', ({ orderNo, billNo }: repayment.MergeRow) => ({ orderNo, billNo })),
        creditOf(byOrder),
        creditOf(byBill),
      ]}
      batches={[together.batch]}
      above={<SumsBar list={screen.list} />}
      detail={({ applicationNo }) => <MergedDetail applicationNo={applicationNo} />}
    >
      <RollbackTree rollback={rollback} />
      <CorrectionForm of={byOrder} />
      <CorrectionForm of={byBill} />
      <CreditTogether of={together} />
    </ListScreen>
  );
}

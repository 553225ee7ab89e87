import { Button, call, formatMoney, useText } from '@kituo/sdk';
import { coupon, payment, repayment } from '@kituo/sdk/contracts';
import {
  allowedAs,
  fieldsOf,
  FormDialog,
  ListScreen,
  onPage,
  onRow,
  openWith,
  useAction,
  useListPage,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import type { OptionSource } from '@kituo/sdk/page';
import {
  RollbackTree,
  useRollback,
  useWriteOff,
  useWriteOffFile,
  WriteOffFileForm,
  WriteOffForm,
} from '@kituo/sdk/payments';
import { useState } from 'react';
import { BestSplit } from '../desk/best-split.tsx';
import { BillDetail } from '../desk/bill-detail.tsx';
import { billColumns, billFilters } from '../desk/desk-fields.ts';

type Row = repayment.BillRow;
interface Chosen extends Record<string, unknown> {
  readonly couponNo: string;
}
const { Select } = fieldsOf<Chosen>();

/** The customer's coupons that lower a bill now, with what each takes off. */
const usableOn = (billNo: string): OptionSource => ({
  kind: 'remote',
  name: `${coupon.couponUsable.name} ${billNo}`,
  load: async (signal) => {
    const all = await call(coupon.couponUsable, { billNo }, { signal, showLoading: false, quiet: true });
    return all.map(({ couponNo, couponContent, usedCents }) => ({
      value: couponNo,
      label: `${couponNo} · ${formatMoney(usedCents)}`,
      hint: couponContent,
    }));
  },
});

/** The write-off that was prepared for a bill, as the form begins with it. */
async function preparedFor({ orderNo, billNo, taskNo }: Row) {
  const { rows } = await call(payment.writeOffTasks, {
    filters: { orderNo, billNo },
    page: 1,
    pageSize: 20,
    sort: null,
  });
  const task = rows.find((one) => one.taskNo === taskNo);
  return { orderNo, billNo, ...(task && { task }) };
}

/** A row a bill: payments put on it, drafts, files. */
export function RepaymentManagementNewPage() {
  const t = useText();
  const screen = useListPage<Row>({
    load: repayment.billPage,
    idOf: (row) => row.billNo,
    columns: billColumns,
    filters: billFilters,
    defaultSort: 'dueDate',
    initial: { billStatus: 'ACTIVE' },
    file: { endpoint: repayment.billExport, jobKind: 'repayments.exportBills' },
  });
  useRefreshOnRows(screen.list, (row) => [row.billNo, row.orderNo]);
  const { list } = screen;
  const writeOff = useWriteOff(list);
  const rollback = useRollback(list);
  const opening = { name: 'writeOff', label: writeOff.commit.label, isDangerous: false, open: writeOff.open };
  const useCoupon = useAction({
    name: 'useCoupon',
    endpoint: coupon.couponUse,
    request: ({ billNo }: Row, { couponNo }: Chosen) => ({ billNo, couponNo }),
    list,
    facts: ({ billNo }) => ({ name: billNo }),
  });
  const [split, setSplit] = useState<string | null>(null);
  const bestSplit = {
    name: 'bestSplit',
    label: t('bestSplit.action'),
    isDangerous: false,
    isAllowed: ({ allowedActions }: Row) => allowedActions.includes('bestSplit'),
    open: ({ billNo }: Row) => {
      setSplit(billNo);
    },
  };
  const file = useWriteOffFile({ refresh: list.refresh });
  const touching = ({ orderNo, billNo }: Row) => ({ orderNo, billNo });
  const prepared = (name: 'draft' | 'retry') =>
    openWith(
      { ...opening, name, label: t(`action.${name}.label`), isAllowed: () => true },
      preparedFor,
      ({ allowedActions }: Row) => allowedActions.includes(name),
    );
  return (
    <ListScreen
      of={screen}
      title={t('bills.title')}
      pageActions={[onPage(file.action, null)]}
      rowActions={[
        prepared('draft'),
        prepared('retry'),
        onRow({ ...opening, isAllowed: () => true, isPermitted: true }, 'writeOff', touching),
        bestSplit,
        allowedAs(useCoupon, 'useCoupon'),
        onRow(rollback.settle, 'settleRollback', touching),
        onRow(rollback.full, 'fullRollback', touching),
      ]}
      above={
        <p className="kp-muted">
          {t('bills.slow')} <Button size="small" variant="minimal" text={t('bills.refresh')} onClick={list.refresh} />
        </p>
      }
      detail={({ billNo, orderNo }) => <BillDetail billNo={billNo} orderNo={orderNo} />}
    >
      <WriteOffForm writeOff={writeOff} />
      <BestSplit
        billNo={split}
        onClose={() => {
          setSplit(null);
        }}
        onAllocate={writeOff.open}
      />
      <RollbackTree rollback={rollback} />
      <WriteOffFileForm of={file} />
      <FormDialog action={useCoupon} defaults={() => ({ couponNo: '' })}>
        {({ billNo }) => <Select name="couponNo" options={usableOn(billNo)} />}
      </FormDialog>
    </ListScreen>
  );
}

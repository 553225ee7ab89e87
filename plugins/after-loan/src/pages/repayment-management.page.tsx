import { formatMoney, useText } from '@kituo/sdk';
import { change, payment, paymentPrompt, repayment } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  fieldsOf,
  FormDialog,
  ListScreen,
  onRow,
  useAction,
  useListPage,
  useRefreshOnRows,
} from '@kituo/sdk/page';
import { RollbackTree, useRollback, useWriteOff, WriteOffForm } from '@kituo/sdk/payments';
import { orderColumns, orderFilters } from '../desk/desk-fields.ts';
import { OrderRepayment } from '../desk/order-repayment.tsx';
import { LinkForm } from '../links/link.form.tsx';
import { useLinkActions } from '../links/use-link-actions.ts';

type Row = repayment.OrderRow;
interface Asked extends Record<string, unknown> {
  readonly amountCents: number | null;
}
const { Money } = fieldsOf<Asked>();

/** A row an order, all its bills summed: a customer on the phone and one payment to place. */
export function RepaymentManagementPage() {
  const t = useText();
  const screen = useListPage<Row>({
    load: repayment.orderPage,
    idOf: (row) => row.orderNo,
    columns: orderColumns,
    filters: orderFilters,
    defaultSort: '-lendingTime',
    file: { endpoint: repayment.orderExport, jobKind: 'repayments.exportLoans' },
  });
  useRefreshOnRows(screen.list, (row) => [row.orderNo]);
  const { list } = screen;
  const writeOff = useWriteOff(list);
  const rollback = useRollback(list);
  const zeroSettle = useAction({
    name: 'zeroSettle',
    endpoint: payment.zeroSettle,
    request: ({ openBillNo }: Row, { reason }: { readonly reason: string }) => ({ billNo: openBillNo ?? '', reason }),
    list,
    waitsIn: change.changeFamilies.zeroSettle,
    facts: ({ openBillNo, orderNo, openBillDueCents }) => ({
      name: openBillNo ?? orderNo,
      money: formatMoney(openBillDueCents),
    }),
  });
  const prompt = useAction({
    name: 'prompt',
    endpoint: paymentPrompt.create,
    request: ({ orderNo, openBillNo }: Row, { amountCents }: Asked) => ({
      orderNo,
      billNo: openBillNo,
      amountCents: amountCents ?? Number.NaN,
    }),
    list,
    facts: ({ orderNo }) => ({ name: orderNo }),
  });
  const { link, number } = useLinkActions(list);
  const opening = {
    name: 'writeOff',
    label: writeOff.commit.label,
    isDangerous: false,
    isPermitted: writeOff.commit.isPermitted,
    isAllowed: () => true,
    open: writeOff.open,
  };
  const whole = ({ orderNo }: Row) => ({ orderNo });
  return (
    <ListScreen
      of={screen}
      title={t('loans.title')}
      rowActions={[
        onRow(opening, 'writeOff', ({ orderNo, openBillNo }: Row) => ({ orderNo, billNo: openBillNo })),
        allowedAs(link, 'repayLink'),
        { ...prompt, isAllowed: (row) => prompt.isPermitted && row.allowedActions.includes('repayLink') },
        allowedAs(number, 'virtualAccount'),
        allowedAs(zeroSettle, 'zeroSettle'),
        onRow(rollback.settle, 'settleRollback', whole),
        onRow(rollback.full, 'fullRollback', whole),
      ]}
      detail={({ orderNo }) => <OrderRepayment orderNo={orderNo} />}
    >
      <WriteOffForm writeOff={writeOff} />
      <RollbackTree rollback={rollback} />
      <AskReason action={zeroSettle} isOptional hint={t('loans.waiveHint')}>
        {/* A bill that owes something names it: that is what a waiver would cost. */}
        <p>{zeroSettle.textOf(zeroSettle.subject?.openBillDueCents === 0 ? 'nothing' : 'question')}</p>
        <p>{zeroSettle.textOf('effect')}</p>
      </AskReason>
      <LinkForm action={link} />
      <Ask action={number} />
      <FormDialog action={prompt} defaults={() => ({ amountCents: null })}>
        <Money name="amountCents" />
      </FormDialog>
    </ListScreen>
  );
}

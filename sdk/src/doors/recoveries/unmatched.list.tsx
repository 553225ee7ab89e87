import { Button, Link, Money, useText } from '@kituo/sdk';
import type { caseSettle, collection } from '@kituo/sdk/contracts';
import {
  containing,
  dateRange,
  defineColumns,
  defineFilters,
  DescriptionList,
  ListScreen,
  money,
  number,
  oneOf,
  type RowAction,
  status,
  text,
  time,
  useListPage,
} from '@kituo/sdk/page';
import { useWriteOff, WriteOffForm } from '@kituo/sdk/payments';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { REPAY_CHANNEL } from './recoveries-words.ts';
import { SETTLE_ENDPOINTS } from './settle-fields.ts';

type Row = caseSettle.UnmatchedRow;
const ORDER = '/AdminContent/OrderDetailAudit/OrderDetail';
/** The page by its last part, as orders know who opened them. */
const SOURCE = { ORDER: 'CancelAfterVerificationManagement', BILL: 'CancelAfterVerificationManagementNew' } as const;

const columns = defineColumns<Row>([
  number('paymentCode', { width: 140 }),
  {
    ...number<Row>('flowNo', { width: 150 }),
    key: 'likelyOrderNo',
    valueOf: ({ candidates: [likeliest] }) => ({ kind: 'text', text: likeliest?.orderNo ?? null, mask: null }),
  },
  money('writableCents', { width: 140 }),
  text('payerName', { width: 170, mask: 'text' }),
  text('payerPhone', { width: 135, mask: 'phone' }),
  text('accountReference', { width: 140 }),
  time('repayTime', { sortable: true, width: 165 }),
  money('flowAmountCents', { width: 140 }),
  status('paymentChannel', REPAY_CHANNEL, { width: 110 }),
  number('flowNo', { width: 140 }),
]);
const filters = defineFilters({
  paymentCode: containing({ example: 'SGR7XK21QP' }),
  paymentChannel: oneOf(REPAY_CHANNEL),
  repayTime: dateRange(),
});

/** Payments that nobody claimed, each with the orders in collection that it may be for, the likeliest first. */
export function UnmatchedPayments({ scope, title }: { readonly scope: collection.CaseScope; readonly title: string }) {
  const t = useText(RECOVERIES_TEXTS);
  const { of, unmatchedJob } = SETTLE_ENDPOINTS[scope];
  const screen = useListPage<Row>({
    load: of.unmatched,
    idOf: (row) => row.flowNo,
    columns,
    filters,
    defaultSort: 'repayTime',
    file: { endpoint: of.unmatchedExport, jobKind: unmatchedJob },
  });
  const writeOff = useWriteOff(screen.list, of);
  const mayApply = (row: Row): boolean => writeOff.commit.isPermitted && row.allowedActions.includes('apply');
  const apply = (row: Row, orderNo: string): void => {
    writeOff.open({ orderNo, billNo: null, payment: row });
  };
  const toLikeliest: RowAction<Row> = {
    name: 'apply',
    label: writeOff.commit.label,
    isDangerous: false,
    isAllowed: (row) => mayApply(row) && row.candidates.length > 0,
    open: (row) => {
      const [likeliest] = row.candidates;
      if (likeliest) apply(row, likeliest.orderNo);
    },
  };
  return (
    <ListScreen
      of={screen}
      title={title}
      nameOf={(row) => row.paymentCode}
      rowActions={[toLikeliest]}
      emptyText={t('settle.allMatched')}
      detail={(row) => (
        <>
          <LikelyOrders row={row} source={SOURCE[scope]} onApply={mayApply(row) ? apply : null} />
          <DescriptionList of={row} columns={columns} />
        </>
      )}
    >
      <WriteOffForm writeOff={writeOff} />
    </ListScreen>
  );
}

/** Whom a payment may belong to, and why. */
function LikelyOrders(props: {
  readonly row: Row;
  readonly source: string;
  /** Null where the user may not. */
  readonly onApply: ((row: Row, orderNo: string) => void) | null;
}) {
  const { row, source, onApply } = props;
  const t = useText(RECOVERIES_TEXTS);
  return (
    <section aria-label={t('settle.likely')}>
      <h3 className="kp-section-title">{t('settle.likely')}</h3>
      {row.candidates.length === 0 && <p className="kp-muted">{t('settle.noneLikely')}</p>}
      <ul className="kp-facts">
        {row.candidates.map(({ orderNo, customerName, phone, payoffCents, because }) => (
          <li key={orderNo}>
            <Link to={`${ORDER}?orderNo=${orderNo}&source=${source}`}>{orderNo}</Link> · {customerName} · {phone} ·{' '}
            {t('settle.owes')} <Money cents={payoffCents} />
            <div className="kp-muted">{because.map((reason) => t(`settle.because.${reason}`)).join(' · ')}</div>
            {onApply !== null && (
              <Button
                size="small"
                text={t('settle.commit')}
                aria-label={t('settle.allocateTo', { order: orderNo })}
                onClick={() => {
                  onApply(row, orderNo);
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

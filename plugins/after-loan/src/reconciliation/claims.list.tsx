import { call, formatDateTime, formatMoney, Money, useText } from '@kituo/sdk';
import { change, payoutClaim } from '@kituo/sdk/contracts';
import {
  allowedAs,
  containing,
  dateRange,
  defineColumns,
  defineDictionary,
  defineFilters,
  DescriptionList,
  fieldsOf,
  FormDialog,
  ListScreen,
  merchantOptions,
  money,
  number,
  oneOf,
  status,
  text,
  time,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import type { CodesOf, OptionSource } from '@kituo/sdk/page';

type Row = payoutClaim.PayoutClaim;
interface Values extends Record<string, unknown> {
  readonly flowNo: string | null;
  readonly reason: string;
}
const { Select, Text } = fieldsOf<Values>();

const CLAIM_STATUS = defineDictionary<CodesOf<typeof payoutClaim.claimStatus>>('CLAIM_STATUS', {
  OPEN: 'attention',
  PART_CLEARED: 'active',
  CLEARED: 'good',
});
const filters = defineFilters({
  claimStatus: oneOf(CLAIM_STATUS),
  attemptNo: containing({ example: 'PO000000123' }),
  serial: containing({ example: 'SGR7XK21QP' }),
  merchantNo: oneOf(merchantOptions),
  happenedAt: dateRange(),
});
const columns = defineColumns<Row>([
  number('claimNo', { width: 130 }),
  status('claimStatus', CLAIM_STATUS, { width: 150 }),
  text('payeeName', { width: 170, mask: 'text' }),
  text('payeePhone', { width: 130, mask: 'phone' }),
  money('amountCents', { sortable: true, width: 140 }),
  money('clearedCents', { width: 140 }),
  money('outstandingCents', { width: 140 }),
  number('serial', { width: 150 }),
  number('attemptNo', { width: 140 }),
  number('subjectNo', { title: 'paidFor', width: 140 }),
  text('accountName', { width: 170 }),
  time('happenedAt', { sortable: true, width: 165 }),
  text('makerName', { width: 150 }),
  text('checkerName', { width: 150 }),
  number('runId', { width: 120, hidden: true }),
]);

/** What payees owe who were paid twice or too much, and the payments that clear it. */
export function ClaimList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: payoutClaim.page,
    idOf: (row) => row.claimNo,
    columns,
    filters,
    defaultSort: '-happenedAt',
    file: { endpoint: payoutClaim.exportList, jobKind: 'payoutClaims.export' },
  });
  useRefreshOn('change', screen.list.refresh);
  const clear = useAction({
    name: 'claimClear',
    endpoint: payoutClaim.clear,
    request: ({ claimNo }: Row, { flowNo, reason }: Values) => ({ claimNo, flowNo: flowNo ?? '', reason }),
    list: { refresh: screen.list.refresh },
    waitsIn: change.changeFamilies.reconDifference,
    facts: ({ claimNo }) => ({ name: claimNo }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('recon.claims')}
      nameOf={(row) => row.claimNo}
      rowActions={[allowedAs(clear, 'clear')]}
      emptyText={t('recon.noClaims')}
      detail={(row) => <Claim row={row} />}
    >
      <FormDialog action={clear} defaults={(): Values => ({ flowNo: null, reason: '' })}>
        {(row) => (
          <>
            <p>
              {t('recon.clearText')} <Money cents={row.outstandingCents} />
            </p>
            <Payments claimNo={row.claimNo} />
            <Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDialog>
    </ListScreen>
  );
}

/** Payments that are free, the payee's own first. */
function Payments({ claimNo }: { readonly claimNo: string }) {
  const t = useText();
  const options: OptionSource = {
    kind: 'remote',
    name: `${payoutClaim.payments.name} ${claimNo}`,
    load: async (signal) => {
      const all = await call(payoutClaim.payments, { claimNo }, { signal, showLoading: false, quiet: true });
      return all.map(({ flowNo, paymentCode, writableCents, payerName, isPayees }) => ({
        value: flowNo,
        label: `${paymentCode} · ${formatMoney(writableCents)}`,
        hint: [payerName, isPayees ? t('recon.payeesOwn') : null].filter(Boolean).join(' · '),
      }));
    },
  };
  return <Select name="flowNo" options={options} hint={t('recon.clearHint')} />;
}

function Claim({ row }: { readonly row: Row }) {
  const t = useText();
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <h3 className="kp-section-title">{t('recon.paidBack')}</h3>
      {row.repayments.length === 0 && <p className="kp-muted">{t('recon.nothingPaidBack')}</p>}
      <ul className="kp-facts">
        {row.repayments.map((one) => (
          <li key={`${one.flowNo} ${one.at}`}>
            {one.paymentCode} · <Money cents={one.amountCents} />
            <div className="kp-muted">{formatDateTime(one.at)}</div>
          </li>
        ))}
      </ul>
    </>
  );
}

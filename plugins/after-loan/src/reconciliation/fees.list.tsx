import { useText } from '@kituo/sdk';
import { change, channelFee } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AskReason,
  containing,
  dateRange,
  day,
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
  onPage,
  status,
  text,
  time,
  useAction,
  useListPage,
  useRefreshOn,
} from '@kituo/sdk/page';
import type { CodesOf } from '@kituo/sdk/page';
import { reconAccounts } from './recon-fields.ts';

type Row = channelFee.ChannelFeeRow;
interface Values extends Record<string, unknown> {
  readonly merchantNo: string | null;
  readonly accountId: string | null;
  readonly statementCode: string;
  readonly chargedOn: string | null;
  readonly amountCents: number | null;
  readonly reason: string;
}
interface Stated extends Record<string, unknown> {
  readonly reason: string;
}
const { Select, Text, Date: Day, Money } = fieldsOf<Values>();

const FEE_STATUS = defineDictionary<CodesOf<typeof channelFee.feeStatus>>('FEE_STATUS', {
  BOOKED: 'good',
  REVERSED: 'waiting',
});
const filters = defineFilters({
  chargedOn: dateRange(),
  accountId: oneOf(reconAccounts),
  merchantNo: oneOf(merchantOptions),
  statementCode: containing({ example: 'SGR7XK21QP' }),
  feeStatus: oneOf(FEE_STATUS),
});
const columns = defineColumns<Row>([
  number('feeNo', { width: 130 }),
  day('chargedOn', { sortable: true }),
  text('accountName', { width: 190 }),
  number('statementCode', { width: 150 }),
  money('amountCents', { sortable: true, width: 140 }),
  status('feeStatus', FEE_STATUS, { width: 120 }),
  text('makerName', { width: 150 }),
  text('checkerName', { width: 150 }),
  time('bookedAt', { width: 165 }),
  number('merchantNo', { width: 120, hidden: true }),
]);
const waitsIn = change.changeFamilies.reconDifference;

/** What channels charged us: booked as a statement shows it, taken back where that was a mistake. */
export function FeeList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: channelFee.page,
    idOf: (row) => row.feeNo,
    columns,
    filters,
    defaultSort: '-chargedOn',
    file: { endpoint: channelFee.exportList, jobKind: 'channelFees.export' },
  });
  useRefreshOn('change', screen.list.refresh);
  const list = { refresh: screen.list.refresh };
  const book = useAction({
    name: 'feeBook',
    endpoint: channelFee.book,
    request: (_nothing: null, { merchantNo, accountId, chargedOn, amountCents, ...values }: Values) => ({
      ...values,
      merchantNo: merchantNo ?? '',
      accountId: accountId ?? '',
      chargedOn: chargedOn ?? '',
      amountCents: amountCents ?? Number.NaN,
    }),
    list,
    waitsIn,
  });
  const reverse = useAction({
    name: 'feeReverse',
    endpoint: channelFee.reverse,
    request: ({ feeNo }: Row, { reason }: Stated) => ({ feeNo, reason }),
    list,
    waitsIn,
    facts: ({ feeNo }) => ({ name: feeNo }),
    isDangerous: true,
  });
  return (
    <ListScreen
      of={screen}
      title={t('recon.fees')}
      nameOf={(row) => row.feeNo}
      rowActions={[allowedAs(reverse, 'reverse')]}
      pageActions={[onPage(book, null)]}
      emptyText={t('recon.noFees')}
      detail={(row) => <DescriptionList of={row} columns={columns} />}
    >
      <FormDialog
        action={book}
        defaults={(): Values => ({
          merchantNo: null,
          accountId: null,
          statementCode: '',
          chargedOn: null,
          amountCents: null,
          reason: '',
        })}
      >
        <Select name="merchantNo" options={merchantOptions} />
        <Select name="accountId" options={reconAccounts} />
        <Text name="statementCode" maxLength={64} />
        <div className="kp-pair">
          <Day name="chargedOn" />
          <Money name="amountCents" />
        </div>
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <AskReason action={reverse}>
        <p>{t('recon.feeReverseText')}</p>
      </AskReason>
    </ListScreen>
  );
}

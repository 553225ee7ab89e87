import { eatDay, useText } from '@kituo/sdk';
import { change, vipLevel } from '@kituo/sdk/contracts';
import {
  allowedAs,
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  fieldsOf,
  FormDialog,
  ListScreen,
  merchantOptions,
  number,
  oneOf,
  onPage,
  PlusIcon,
  status,
  text,
  time,
  useAction,
  useFormValues,
  useListPage,
} from '@kituo/sdk/page';
import { VIP_SOURCE } from '../parts/codes.ts';
import { Simulation } from './simulation.tsx';
import { MemberDetail } from './member.detail.tsx';

type Row = vipLevel.MemberRow;
interface Adjusting extends Record<string, unknown> {
  readonly levelNo: number | null;
  readonly lastDay: string | null;
  readonly reason: string;
}
interface Giving extends Adjusting {
  readonly customerNo: string;
}
interface OfMerchant extends Record<string, unknown> {
  readonly merchantNo: string | null;
}
const { Date: Day, Number: Count, Text } = fieldsOf<Giving>();
const { Select } = fieldsOf<OfMerchant>();

const columns = defineColumns<Row>([
  text('customerName', { reveal: { kind: 'vipMember.customerName', by: 'customerNo' }, width: 160 }),
  number('customerNo', { width: 140 }),
  text('phone', { reveal: { kind: 'vipMember.phone', by: 'customerNo' }, mask: 'phone', width: 130 }),
  text('merchantName', { width: 150 }),
  count('levelNo', { sortable: true, width: 90 }),
  status('vipSource', VIP_SOURCE, { width: 110 }),
  count('settledOrders', { width: 120 }),
  count('onTimePercent', { width: 100, as: (percent) => `${percent}%` }),
  count('maxDpd', { width: 140 }),
  time('changedAt', { sortable: true }),
  time('expiresAt', { sortable: true }),
]);
const filters = defineFilters({
  phone: containing({ isPersonal: true }),
  levelNo: containing({ example: '2' }),
  merchantNo: oneOf(merchantOptions),
  customerNo: containing(),
  vipSource: oneOf(VIP_SOURCE),
  changedAt: dateRange(),
});

/** Customers with a level, and how each got it. */
export function MemberList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: vipLevel.memberPage,
    idOf: (row) => row.customerNo,
    columns,
    filters,
    defaultSort: '-changedAt',
    file: { endpoint: vipLevel.memberExport, jobKind: 'vipMembers.export' },
  });
  const list = { refresh: screen.list.refresh };
  const adjust = useAction({
    name: 'memberAdjust',
    endpoint: vipLevel.memberAdjust,
    request: ({ customerNo }: Row, { levelNo, lastDay, reason }: Adjusting) => ({
      customerNo,
      levelNo: levelNo ?? Number.NaN,
      lastDay: lastDay ?? '',
      reason,
    }),
    list,
    waitsIn: change.changeFamilies.vipLevel,
    facts: (row: Row) => ({ name: row.customerName }),
  });
  const give = useAction({
    name: 'memberGive',
    endpoint: vipLevel.memberAdjust,
    request: (_none: null, { customerNo, levelNo, lastDay, reason }: Giving) => ({
      customerNo: customerNo.trim(),
      levelNo: levelNo ?? Number.NaN,
      lastDay: lastDay ?? '',
      reason,
    }),
    list,
    waitsIn: change.changeFamilies.vipLevel,
  });
  const recalculate = useAction({
    name: 'membersRecalculate',
    endpoint: vipLevel.recalculate,
    request: (_none: null, { merchantNo }: OfMerchant) => ({ merchantNo: merchantNo ?? '' }),
    list,
    facts: (_none, reply) => ({ rises: reply?.rises ?? 0, falls: reply?.falls ?? 0 }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('vip.members')}
      nameOf={(row) => row.customerName}
      rowActions={[allowedAs(adjust, 'adjust')]}
      pageActions={[onPage(give, null, <PlusIcon aria-hidden title={false} />), onPage(recalculate, null)]}
      emptyText={t('vip.noMembers')}
      detail={({ customerNo }) => <MemberDetail customerNo={customerNo} columns={columns} />}
    >
      <FormDialog action={adjust} defaults={(row): Adjusting => ({ levelNo: row.levelNo, lastDay: null, reason: '' })}>
        <p>{t('vip.adjustText')}</p>
        <Count name="levelNo" />
        <Day name="lastDay" min={eatDay()} />
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <FormDialog action={give} defaults={(): Giving => ({ customerNo: '', levelNo: null, lastDay: null, reason: '' })}>
        <p>{t('vip.adjustText')}</p>
        <Text name="customerNo" maxLength={32} />
        <Count name="levelNo" />
        <Day name="lastDay" min={eatDay()} />
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <FormDialog action={recalculate} defaults={(): OfMerchant => ({ merchantNo: null })}>
        <p>{t('vip.recalculateText')}</p>
        <Select name="merchantNo" options={merchantOptions} />
        <WhoMoves />
      </FormDialog>
    </ListScreen>
  );
}

/** Rises and falls, before anybody's level changes. */
function WhoMoves() {
  const { merchantNo } = useFormValues();
  return <Simulation request={typeof merchantNo === 'string' && merchantNo !== '' ? { merchantNo } : null} />;
}

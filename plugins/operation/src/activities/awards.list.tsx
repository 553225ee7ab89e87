import { useText } from '@kituo/sdk';
import { taskAward } from '@kituo/sdk/contracts';
import {
  containing,
  count,
  dateRange,
  defineColumns,
  defineFilters,
  DescriptionList,
  ListScreen,
  merchantOptions,
  money,
  number,
  oneOf,
  status,
  text,
  time,
  useListPage,
} from '@kituo/sdk/page';
import { AWARD_OUTCOME, AWARD_TYPE } from './activity-codes.ts';

type Row = taskAward.AwardRow;

const columns = defineColumns<Row>([
  time('awardedAt', { sortable: true }),
  text('activityName', { width: 180 }),
  text('customerName', { reveal: { kind: 'award.customerName', by: 'awardNo' }, width: 150 }),
  number('customerNo', { width: 140 }),
  text('phone', { reveal: { kind: 'award.phone', by: 'awardNo' }, mask: 'phone', width: 130 }),
  status('awardType', AWARD_TYPE, { width: 100 }),
  status('awardOutcome', AWARD_OUTCOME, { width: 150 }),
  money('amountCents', { sortable: true, width: 120 }),
  count('points', { width: 90 }),
  number('couponNo', { width: 140 }),
  number('rewardNo', { width: 140 }),
  text('merchantName', { width: 150 }),
]);
const filters = defineFilters({
  activityName: containing(),
  awardOutcome: oneOf(AWARD_OUTCOME),
  awardedAt: dateRange(),
  customerNo: containing(),
  awardType: oneOf(AWARD_TYPE),
  merchantNo: oneOf(merchantOptions),
});

/** What activities awarded, and what they did not. */
export function AwardList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: taskAward.recordPage,
    idOf: (row) => row.awardNo,
    columns,
    filters,
    defaultSort: '-awardedAt',
    file: { endpoint: taskAward.recordExport, jobKind: 'activityAwards.export' },
  });
  return (
    <ListScreen
      of={screen}
      title={t('activity.awards')}
      nameOf={(row) => row.awardNo}
      emptyText={t('activity.noAwards')}
      detail={(row) => <DescriptionList of={row} columns={columns} />}
    />
  );
}

import { useText } from '@kituo/sdk';
import { almostSettled } from '@kituo/sdk/contracts';
import {
  containing,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  DescriptionList,
  ListScreen,
  merchantOptions,
  money,
  number,
  oneOf,
  several,
  status,
  text,
  useListPage,
} from '@kituo/sdk/page';
import type { CodesOf } from '@kituo/sdk/page';
import { useState } from 'react';
import { productOptions } from './product-options.ts';

type Row = almostSettled.AlmostSettledRow;

const SETTLE_BLOCK = defineDictionary<CodesOf<typeof almostSettled.settleBlock>>('SETTLE_BLOCK', {
  EARLIER_BILL: 'waiting',
  NEVER_WAIVED: 'attention',
  NO_RULE: 'attention',
  NOT_IN_RULE: 'attention',
  ABOVE_RULE: 'attention',
  NO_PAYMENT: 'waiting',
  DAILY_CAP: 'attention',
});
const filters = defineFilters({
  merchantNo: oneOf(merchantOptions),
  productNo: oneOf(productOptions),
  orderNo: containing({ example: 'LO0000012345' }),
});
const columnsIn = (t: ReturnType<typeof useText>) =>
  defineColumns<Row>([
    number('billNo', { width: 140 }),
    number('orderNo', { width: 140 }),
    text('merchantName', { width: 150 }),
    day('dueDate', { sortable: true }),
    money('outstandingCents', { sortable: true, width: 130 }),
    several('components', (row) => row.components.map((code) => t(`COMPONENT.${code}`)), { width: 190 }),
    status('blockedBy', SETTLE_BLOCK, { width: 200 }),
    text('ruleName', { width: 180 }),
  ]);

/** Bills with up to KES 50 left, and what keeps each from being closed automatically. */
export function AlmostSettled() {
  const t = useText();
  const [columns] = useState(() => columnsIn(t));
  const screen = useListPage<Row>({
    load: almostSettled.page,
    idOf: (row) => row.billNo,
    columns,
    filters,
    defaultSort: 'outstandingCents',
    file: { endpoint: almostSettled.exportList, jobKind: 'bills.exportAlmostSettled' },
  });
  return (
    <ListScreen
      of={screen}
      title={t('autoSettle.almost')}
      nameOf={(row) => row.billNo}
      emptyText={t('autoSettle.almostNone')}
      detail={(row) => <DescriptionList of={row} columns={columns} />}
    />
  );
}

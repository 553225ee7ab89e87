import { lastDays, useText } from '@kituo/sdk';
import { orderAcquire } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  BatchAction,
  containing,
  count,
  dateRange,
  defineColumns,
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
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { DELIVERY_STATUS } from '../parts/codes.ts';

type Row = orderAcquire.RecordRow;

const columns = defineColumns<Row>([
  number('orderNo', { width: 150 }),
  status('deliveryStatus', DELIVERY_STATUS, { width: 120 }),
  number('thirdPartyOrderNo', { width: 150 }),
  text('merchantName', { width: 160 }),
  text('customerName', { reveal: { kind: 'acquiredOrder.customerName', by: 'orderNo' }, mask: 'text', width: 160 }),
  text('phone', { reveal: { kind: 'acquiredOrder.phone', by: 'orderNo' }, mask: 'phone', width: 130 }),
  money('amountCents', { width: 130 }),
  text('ruleName', { width: 160 }),
  time('acquiredAt', { sortable: true, width: 165 }),
  time('replyAt', { sortable: true, width: 165 }),
  money('chargedCents', { width: 120 }),
  count('attempts', { width: 90 }),
  text('fault', { width: 200 }),
]);
interface Reassigned extends Record<string, unknown> {
  readonly toMerchantNo: string | null;
  readonly reason: string;
}
const { Select, Text } = fieldsOf<Reassigned>();

const filters = defineFilters({
  orderNo: containing({ example: 'LO0000012345' }),
  deliveryStatus: oneOf(DELIVERY_STATUS),
  acquiredAt: dateRange(),
  merchantNo: oneOf(merchantOptions),
  thirdPartyOrderNo: containing(),
  phone: containing({ isPersonal: true, example: '254712345678' }),
});

/** Orders that rules acquired, and what became of each. */
export function AcquiredList() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { acquiredAt: `${from}..${to}` };
  });
  const screen = useListPage<Row>({
    load: orderAcquire.recordPage,
    idOf: (row) => row.orderNo,
    columns,
    filters,
    defaultSort: '-acquiredAt',
    initial,
    file: { endpoint: orderAcquire.recordExport, jobKind: 'acquiredOrders.export' },
  });
  const redeliver = useAction({
    name: 'redeliver',
    endpoint: orderAcquire.redeliver,
    request: ({ orderNo }: Row) => ({ orderNo }),
    list: { refresh: screen.list.refresh },
    facts: ({ orderNo: name }, reply) => ({ name, status: reply ? t(`DELIVERY_STATUS.${reply.deliveryStatus}`) : '' }),
  });
  const reassign = useAction({
    name: 'reassignOrder',
    endpoint: orderAcquire.reassign,
    request: ({ orderNo }: Row, { toMerchantNo, reason }: Reassigned) => ({
      orderNo,
      toMerchantNo: toMerchantNo ?? '',
      reason,
    }),
    list: { refresh: screen.list.refresh },
    facts: ({ orderNo: name }, reply) => ({ name, merchant: reply?.merchantName ?? '' }),
  });
  const redeliverMany = useBatch({
    name: 'redeliverMany',
    endpoint: orderAcquire.redeliverMany,
    jobKind: 'acquiredOrders.redeliver',
    list: screen.list,
    request: ({ ids }, _nothing: Record<string, unknown>) => ({ orderNos: [...(ids ?? [])] }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('acquire.orders')}
      rowActions={[allowedAs(redeliver, 'redeliver'), allowedAs(reassign, 'reassign')]}
      batches={[redeliverMany]}
      detail={(row) => <DescriptionList of={row} columns={columns} />}
      emptyText={t('acquire.noOrders')}
    >
      <Ask action={redeliver} say={() => t('acquire.redeliverText')} />
      <FormDialog action={reassign} defaults={() => ({ toMerchantNo: null, reason: '' })}>
        <Select name="toMerchantNo" options={merchantOptions} hint={t('acquire.reassignHint')} />
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
      <BatchAction batch={redeliverMany} defaults={() => ({})}>
        <p>{t('acquire.redeliverText')}</p>
      </BatchAction>
    </ListScreen>
  );
}

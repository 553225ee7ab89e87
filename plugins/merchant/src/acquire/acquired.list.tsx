import { EatTime, lastDays, Money, useText } from '@kituo/sdk';
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
  DetailOf,
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
import { Attempts } from '../parts/attempts.tsx';
import { DELIVERY_STATUS } from '../parts/codes.ts';
import { Part } from '../parts/part.tsx';

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

/** An order with each attempt to deliver it, what was answered, and its charge. */
function AcquiredDetail({ row }: { readonly row: Row }) {
  const t = useText();
  return (
    <>
      <DescriptionList of={row} columns={columns} />
      <DetailOf endpoint={orderAcquire.record} request={{ orderNo: row.orderNo }}>
        {({ attempts, charge }) => (
          <>
            <Part title={t('acquire.charge')}>
              {charge === null ? (
                <p className="kp-muted">{t('acquire.noCharge')}</p>
              ) : (
                <p>
                  {charge.recordNo} · <Money cents={charge.amountCents} /> ·{' '}
                  {t(`CONSUMPTION_STATUS.${charge.consumptionStatus}`)} · <EatTime at={charge.consumedAt} />
                </p>
              )}
            </Part>
            <Attempts attempts={attempts} />
          </>
        )}
      </DetailOf>
    </>
  );
}

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
      detail={(row) => <AcquiredDetail row={row} />}
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

import { formatMoney, useText } from '@kituo/sdk';
import type { chargeOff, collection } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  BatchAction,
  BatchConfirm,
  DescriptionList,
  fieldsOf,
  ListScreen,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import { BAD_DEBT_ENDPOINTS, lossColumns, lossFilters } from './bad-debt-fields.ts';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';

type Row = chargeOff.ChargeOffRow;
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}

const { Text } = fieldsOf<Reason>();

/** Losses that were asked for: decided by another person, taken back within their month. */
export function Losses({ scope, title }: { readonly scope: collection.CaseScope; readonly title: string }) {
  const t = useText(RECOVERIES_TEXTS);
  const { losses, lossesName } = BAD_DEBT_ENDPOINTS[scope];
  const of = useListPage<Row>({
    load: losses.page,
    idOf: (row) => row.chargeOffNo,
    columns: lossColumns,
    filters: lossFilters,
    defaultSort: '-createdAt',
    file: { endpoint: losses.exportList, jobKind: `${lossesName}.export` },
  });
  const shared = {
    list: { refresh: of.list.refresh },
    facts: ({ chargeOffNo, orderNo, lossCents }: Row) => ({
      name: chargeOffNo,
      order: orderNo,
      money: formatMoney(lossCents ?? 0),
    }),
  };
  const approve = useAction({
    ...shared,
    name: 'lossApprove',
    endpoint: losses.check,
    request: ({ chargeOffNo }: Row) => ({ chargeOffNo, isApproved: true }),
    isDangerous: true,
  });
  const reject = useAction({
    ...shared,
    name: 'lossReject',
    endpoint: losses.check,
    request: ({ chargeOffNo }: Row, { reason }: Reason) => ({ chargeOffNo, isApproved: false, reason }),
  });
  const cancel = useAction({
    ...shared,
    name: 'lossCancel',
    endpoint: losses.cancel,
    request: ({ chargeOffNo }: Row, { reason }: Reason) => ({ chargeOffNo, reason }),
  });
  const many = { endpoint: losses.checkMany, jobKind: `${lossesName}.checkMany`, list: of.list } as const;
  const approveMany = useBatch({
    ...many,
    name: 'lossApproveMany',
    request: ({ ids }) => ({ chargeOffNos: [...(ids ?? [])], isApproved: true }),
    most: 500,
    isDangerous: true,
  });
  const rejectMany = useBatch({
    ...many,
    name: 'lossRejectMany',
    request: ({ ids }, { reason }: Reason) => ({ chargeOffNos: [...(ids ?? [])], isApproved: false, reason }),
    most: 500,
  });
  return (
    <ListScreen
      of={of}
      title={title}
      emptyText={t('badDebt.noLosses')}
      rowActions={[allowedAs(approve, 'approve'), allowedAs(reject, 'reject'), allowedAs(cancel, 'cancel')]}
      batches={[approveMany, rejectMany]}
      detail={(row) => <DescriptionList of={row} columns={lossColumns} />}
    >
      <Ask
        action={approve}
        say={(row) => (
          <>
            <p>
              {t(row.chargeOffStatus === 'PENDING' ? 'badDebt.lossText' : 'badDebt.backText', { order: row.orderNo })}
            </p>
            <DescriptionList of={row} columns={lossColumns} />
          </>
        )}
      />
      <BatchConfirm batch={approveMany} nameOf={(no) => no} describe={() => <p>{t('badDebt.manyEffect')}</p>} />
      <BatchAction batch={rejectMany} nameOf={(no) => no} defaults={(): Reason => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <AskReason action={reject} />
      <AskReason action={cancel}>
        <p>{cancel.textOf('effect')}</p>
      </AskReason>
    </ListScreen>
  );
}

import { lastDays, useText } from '@kituo/sdk';
import { prepaid } from '@kituo/sdk/contracts';
import {
  BatchAction,
  DecisionDialogs,
  DescriptionList,
  fieldsOf,
  FormDialog,
  ListScreen,
  onPage,
  useAction,
  useListPage,
} from '@kituo/sdk/page';
import { useState } from 'react';
import { BalanceAfter } from '../consumption/balance-after.tsx';
import { ChargeForm } from '../consumption/charge.form.tsx';
import {
  consumptionColumns,
  consumptionFilters,
  type ConsumptionRow,
  reversalColumns,
  reverseReasons,
} from '../consumption/consumption-fields.ts';
import { ConsumptionDetail } from '../consumption/consumption.detail.tsx';
import { StatementForm, type StatementValues } from '../consumption/statement.form.tsx';
import { Totals } from '../consumption/totals.tsx';
import { type ReversalValues, toDecide, useConsumptionActions } from '../consumption/use-consumption-actions.ts';

const { Select, Text } = fieldsOf<ReversalValues>();
const nothing = (): ReversalValues => ({ reverseReason: null, remark: '' });
const why = (
  <>
    <Select name="reverseReason" options={reverseReasons} />
    <Text name="remark" isLong maxLength={200} />
  </>
);

/** Every charge to a merchant's balance, traceable to its cause. */
export function ConsumptionRecordPage() {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(30);
    return { consumedAt: `${from}..${to}` };
  });
  const screen = useListPage<ConsumptionRow>({
    load: prepaid.consumptionPage,
    idOf: (row) => row.recordNo,
    columns: consumptionColumns,
    filters: consumptionFilters,
    defaultSort: '-consumedAt',
    initial,
    file: { endpoint: prepaid.consumptionExport, jobKind: 'consumptions.export' },
  });
  const { charge, reverse, reverseMany, decisions } = useConsumptionActions(screen.list);
  const sendStatement = useAction({
    name: 'statementSend',
    endpoint: prepaid.statementSend,
    request: (_nothing: null, { merchantNo, month }: StatementValues) => ({
      merchantNo: merchantNo ?? '',
      month: month.trim(),
    }),
    facts: (_nothing, reply) => ({ name: reply?.sentTo ?? '' }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('consumption.title')}
      above={<Totals list={screen.list} />}
      rowActions={[
        ...decisions.rowActions.map((action) => ({
          ...action,
          isAllowed: (row: ConsumptionRow) => action.isAllowed(toDecide(row)),
          open: (row: ConsumptionRow) => {
            action.open(toDecide(row));
          },
        })),
        reverse,
      ]}
      pageActions={[onPage(charge, null), onPage(sendStatement, null)]}
      batches={[reverseMany]}
      detail={({ recordNo }) => <ConsumptionDetail recordNo={recordNo} />}
      emptyText={t('consumption.none')}
    >
      <ChargeForm action={charge} />
      <StatementForm action={sendStatement} />
      <FormDialog action={reverse} defaults={nothing}>
        {(row) => (
          <>
            <BalanceAfter row={row} />
            {why}
          </>
        )}
      </FormDialog>
      <BatchAction batch={reverseMany} defaults={nothing}>
        {why}
      </BatchAction>
      <DecisionDialogs decisions={decisions}>
        {(row) => (
          <>
            <BalanceAfter row={row} />
            <DescriptionList of={row} columns={reversalColumns} />
          </>
        )}
      </DecisionDialogs>
    </ListScreen>
  );
}

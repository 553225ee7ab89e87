import { formatMoney, useText } from '@kituo/sdk';
import { change, prepaid } from '@kituo/sdk/contracts';
import {
  decision,
  DecisionDialogs,
  fieldsOf,
  FormDialog,
  ListScreen,
  onPage,
  PlusIcon,
  useAction,
  useDecisions,
  useListPage,
} from '@kituo/sdk/page';
import { rechargeColumns, rechargeFilters, type RechargeRow } from './recharge-fields.ts';
import { RechargeDetail, RechargeEvidence } from './recharge.detail.tsx';
import { RechargeForm, rechargeOf, type RechargeValues } from './recharge.form.tsx';

/** A recharge as the dialog of decisions reads it. */
const toDecide = (row: RechargeRow) => ({ ...row, makerName: row.applicantName, reason: null });
const { Text } = fieldsOf<{ readonly reason: string }>();
type RechargeToDecide = ReturnType<typeof toDecide>;

/** Money that merchants paid in: recorded by one person, checked by another, before it can be spent. */
export function RechargeList() {
  const t = useText();
  const screen = useListPage<RechargeRow>({
    load: prepaid.rechargePage,
    idOf: (row) => row.rechargeNo,
    columns: rechargeColumns,
    filters: rechargeFilters,
    defaultSort: '-createdAt',
    file: { endpoint: prepaid.rechargeExport, jobKind: 'recharges.export' },
  });
  const { list } = screen;
  const facts = ({ rechargeNo: name }: { readonly rechargeNo: string }) => ({ name });
  const apply = useAction({
    name: 'rechargeApply',
    endpoint: prepaid.rechargeApply,
    request: (_nothing: null, values: RechargeValues) => rechargeOf(values),
    list: { refresh: list.refresh },
    facts: (_nothing, reply) => ({ name: reply?.rechargeNo ?? '' }),
  });
  const decisions = useDecisions<RechargeToDecide>({
    list: { refresh: list.refresh },
    nameOf: (row) => row.rechargeNo,
    approve: decision(prepaid.rechargeAudit, ({ rechargeNo }: RechargeToDecide, remark) => ({
      rechargeNo,
      isApproved: true,
      ...(remark !== undefined && { remark }),
    })),
    reject: decision(prepaid.rechargeAudit, ({ rechargeNo }: RechargeToDecide, remark: string) => ({
      rechargeNo,
      isApproved: false,
      remark,
    })),
  });
  const reverse = useAction({
    name: 'reverse',
    endpoint: prepaid.rechargeReverse,
    request: ({ rechargeNo }: RechargeRow, { reason }: { readonly reason: string }) => ({ rechargeNo, reason }),
    list: { refresh: list.refresh },
    waitsIn: change.changeFamilies.merchantRecharge,
    isDangerous: true,
    facts,
  });
  return (
    <ListScreen
      of={screen}
      title={t('recharge.title')}
      rowActions={[
        ...decisions.rowActions.map((action) => ({
          ...action,
          isAllowed: (row: RechargeRow) => action.isAllowed(toDecide(row)),
          open: (row: RechargeRow) => {
            action.open(toDecide(row));
          },
        })),
        reverse,
      ]}
      pageActions={[onPage(apply, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ rechargeNo }) => <RechargeDetail rechargeNo={rechargeNo} />}
      emptyText={t('recharge.none')}
    >
      <RechargeForm action={apply} />
      <DecisionDialogs decisions={decisions}>
        {({ rechargeNo, amountCents, merchantName }) => (
          <>
            <p>{t('recharge.decideText', { money: formatMoney(amountCents), name: merchantName })}</p>
            <RechargeEvidence rechargeNo={rechargeNo} />
          </>
        )}
      </DecisionDialogs>
      <FormDialog action={reverse} defaults={() => ({ reason: '' })}>
        {({ amountCents, merchantName }) => (
          <>
            <p>{t('recharge.reverseText', { money: formatMoney(amountCents), name: merchantName })}</p>
            <Text name="reason" isLong maxLength={200} />
          </>
        )}
      </FormDialog>
    </ListScreen>
  );
}

import { formatMoney, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import { AskReason, BatchAction, ExportButton, fieldsOf, useAction, useBatch, useExport } from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { BAD_DEBT_ENDPOINTS, POOL_COLUMNS, POOL_FILTERS } from './bad-debt-fields.ts';
import { BadDebtAgeing } from './bad-debt-ageing.tsx';
import { BadDebtCase } from './bad-debt-case.tsx';
import { PlainList, usePlainList } from './plain-list.tsx';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { useLabelled } from './use-labelled.ts';

type Case = collection.BadDebtRow;
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<Reason>();

/** The pool of bad debt: back to collection, or on to a loss that another person approves. */
export function BadDebtPool({ scope, title }: { readonly scope: collection.CaseScope; readonly title: string }) {
  const t = useText(RECOVERIES_TEXTS);
  const { cases, losses, lossesName, area } = BAD_DEBT_ENDPOINTS[scope];
  const of = usePlainList<Case>({
    load: cases.badDebtPage,
    idOf: (row) => row.caseId,
    columns: useLabelled(POOL_COLUMNS[scope]),
    filters: POOL_FILTERS[scope],
    defaultSort: '-dpd',
  });
  const refreshed = { refresh: of.list.refresh };
  const facts = ({ orderNo, billNo, dueCents }: Case) => ({
    name: scope === 'ORDER' ? orderNo : (billNo ?? orderNo),
    money: formatMoney(dueCents),
  });
  const leave = useAction({
    name: 'leaveBadDebt',
    endpoint: cases.badDebtCancel,
    request: ({ caseId }: Case, { reason }: Reason) => ({ caseIds: [caseId], reason }),
    list: refreshed,
    facts,
  });
  const leaveMany = useBatch({
    name: 'leaveBadDebtMany',
    endpoint: cases.badDebtCancel,
    jobKind: `${area}.leaveBadDebt`,
    list: of.list,
    request: ({ ids }, { reason }: Reason) => ({ caseIds: [...(ids ?? [])], reason }),
    most: 500,
  });
  const chargeOff = useAction({
    name: 'chargeOff',
    endpoint: losses.apply,
    request: ({ orderNo, billNo }: Case, { reason }: Reason) => ({
      orderNo,
      reason,
      ...(scope === 'BILL' && billNo !== null && { billNos: [billNo] }),
    }),
    list: refreshed,
    facts,
    isDangerous: true,
  });
  const chargeOffMany = useBatch({
    name: 'chargeOffMany',
    endpoint: losses.applyMany,
    jobKind: `${lossesName}.applyMany`,
    list: of.list,
    request: ({ ids }, { reason }: Reason) => ({ caseIds: [...(ids ?? [])], reason }),
    most: 500,
    isDangerous: true,
  });
  const exporter = useExport({
    list: of.list,
    endpoint: cases.badDebtExport,
    jobKind: cases.badDebtExport.name,
    request: (asked) => cases.badDebtExport.request.parse(asked),
  });
  // The case says nothing of losses: an active bill in the pool may become one.
  const chargeOffOf: RowAction<Case> = {
    ...chargeOff,
    isAllowed: ({ billStatus }) => chargeOff.isPermitted && billStatus === 'ACTIVE',
  };
  return (
    <PlainList
      of={of}
      title={title}
      emptyText={t('badDebt.none')}
      rowActions={[chargeOffOf, leave]}
      batches={[chargeOffMany, leaveMany]}
      file={<ExportButton exporter={exporter} />}
      above={<BadDebtAgeing scope={scope} />}
      detail={(row) => <BadDebtCase row={row} scope={scope} />}
    >
      <AskReason action={leave}>
        <p>{leave.textOf('effect')}</p>
      </AskReason>
      <AskReason action={chargeOff}>
        <p>{chargeOff.textOf('effect')}</p>
        {scope === 'BILL' && <p className="kp-muted">{t('badDebt.othersStay')}</p>}
      </AskReason>
      <BatchAction batch={chargeOffMany} nameOf={(caseId) => caseId} defaults={(): Reason => ({ reason: '' })}>
        <p>{chargeOff.textOf('effect')}</p>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
      <BatchAction batch={leaveMany} nameOf={(caseId) => caseId} defaults={(): Reason => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
    </PlainList>
  );
}

import { formatMoney, useText } from '@kituo/sdk';
import type { collection } from '@kituo/sdk/contracts';
import {
  AskReason,
  BatchAction,
  ExportButton,
  fieldsOf,
  FormDialog,
  useAction,
  useBatch,
  useExport,
} from '@kituo/sdk/page';
import type { RowAction } from '@kituo/sdk/page';
import { BAD_DEBT_ENDPOINTS, POOL_COLUMNS, POOL_FILTERS } from './bad-debt-fields.ts';
import { BadDebtAgeing } from './bad-debt-ageing.tsx';
import { BadDebtCase } from './bad-debt-case.tsx';
import { PlainList, usePlainList } from './plain-list.tsx';
import { ProvisionPreview } from './provision-preview.tsx';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { useLabelled } from './use-labelled.ts';

type Case = collection.BadDebtRow;
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<Reason>();
/** How far a loss reaches by bill. */
interface Loss extends Reason {
  /** The order's other bills in the pool, too. */
  readonly allInPool: boolean;
  /** Older bills stay in collection, knowingly. */
  readonly leavesOlder: boolean;
}
const { Switch, Text: LossText } = fieldsOf<Loss>();
const noLoss = (): Loss => ({ reason: '', allInPool: false, leavesOlder: false });

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
    request: ({ orderNo, billNo }: Case, { reason, allInPool, leavesOlder }: Loss) => ({
      orderNo,
      reason,
      // Without bills, all of the order that are in the pool.
      ...(scope === 'BILL' && billNo !== null && !allInPool && { billNos: [billNo] }),
      ...(scope === 'BILL' && leavesOlder && { leavesOlder }),
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
    request: ({ ids }, { reason, leavesOlder }: Loss) => ({
      caseIds: [...(ids ?? [])],
      reason,
      ...(scope === 'BILL' && leavesOlder && { leavesOlder }),
    }),
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
      <FormDialog action={chargeOff} defaults={noLoss}>
        {({ olderDueCents, orderInPool, orderNo, billNo }) => (
          <>
            <p>{chargeOff.textOf('effect')}</p>
            {scope === 'BILL' && <p className="kp-muted">{t('badDebt.othersStay')}</p>}
            {scope === 'BILL' && orderInPool > 1 && (
              <Switch name="allInPool" hint={t('badDebt.allInPool', { count: orderInPool - 1 })} />
            )}
            {scope === 'BILL' && olderDueCents > 0 && (
              <Switch name="leavesOlder" hint={t('badDebt.leavesOlder', { money: formatMoney(olderDueCents) })} />
            )}
            <LossText name="reason" isLong maxLength={200} />
            <ProvisionPreview scope={scope} orderNo={orderNo} billNo={billNo} />
          </>
        )}
      </FormDialog>
      <BatchAction batch={chargeOffMany} nameOf={(caseId) => caseId} defaults={noLoss}>
        <p>{t('badDebt.manyOrders')}</p>
        {scope === 'BILL' && <Switch name="leavesOlder" />}
        <LossText name="reason" isLong maxLength={200} />
      </BatchAction>
      <BatchAction batch={leaveMany} nameOf={(caseId) => caseId} defaults={(): Reason => ({ reason: '' })}>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
    </PlainList>
  );
}

import { useText } from '@kituo/sdk';
import type { caseRepay, collection } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, ListScreen, onPage, onRow, PageTabs, useAction, useListPage } from '@kituo/sdk/page';
import type { List } from '@kituo/sdk/page';
import { RollbackTree, useRollback } from '@kituo/sdk/payments';
import { ChangesTab } from './changes.tab.tsx';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { ROLLBACK_TYPE } from './recoveries-words.ts';
import { RepayDetail } from './repay-detail.tsx';
import { REPAY_ENDPOINTS } from './repay-endpoints.ts';
import { ROLLBACK_FIELDS } from './repay-fields.ts';

type Row = caseRepay.RepayRow;

interface ScreenProps {
  readonly scope: collection.CaseScope;
  readonly title: string;
}

interface ManyValues extends Record<string, unknown> {
  readonly rollbackType: 'SETTLE' | 'FULL';
  readonly nos: string;
  readonly reason: string;
}
const { Segmented, Text } = fieldsOf<ManyValues>();
const nothing = (): ManyValues => ({ rollbackType: 'SETTLE', nos: '', reason: '' });

/**
 * Write-offs on what is in collection, undone one by one or in bulk.
 *
 * @example <RollbacksScreen scope="BILL" title={t('rollbackFlowNew.title')} />
 */
export function RollbacksScreen({ scope, title }: ScreenProps) {
  return (
    <PageTabs
      label={title}
      tabs={[
        { name: 'rollbacks', content: () => <Rollbacks key="rollbacks" scope={scope} title={title} /> },
        {
          name: 'approvals',
          content: () => (
            <ChangesTab key="approvals" family={scope === 'ORDER' ? 'caseRollback' : 'caseRollbackStage'} />
          ),
        },
      ]}
    />
  );
}

function Rollbacks({ scope, title }: ScreenProps) {
  const { rollback: endpoints, rollbackJob } = REPAY_ENDPOINTS[scope];
  const screen = useListPage<Row>({
    load: endpoints.page,
    idOf: (row) => row.lineNo,
    ...ROLLBACK_FIELDS[scope],
    defaultSort: '-appliedAt',
    file: { endpoint: endpoints.exportList, jobKind: rollbackJob },
  });
  const rollback = useRollback(screen.list, endpoints);
  const many = useManyRollbacks(scope, screen.list);
  const ofBill = (billNo: string | null) => (scope === 'BILL' ? { billNo } : {});
  return (
    <ListScreen
      of={screen}
      title={title}
      rowActions={[
        onRow(rollback.settle, 'settleRollback', ({ orderNo, billNo, applicationNo }: Row) => ({
          orderNo,
          applicationNo,
          ...ofBill(billNo),
        })),
        onRow(rollback.full, 'fullRollback', ({ orderNo, billNo }: Row) => ({ orderNo, ...ofBill(billNo) })),
      ]}
      pageActions={[onPage(many, null)]}
      detail={({ lineNo }) => <RepayDetail scope={scope} lineNo={lineNo} />}
    >
      <RollbackTree rollback={rollback} />
      <FormDialog action={many} defaults={nothing}>
        <ManyFields scope={scope} />
      </FormDialog>
    </ListScreen>
  );
}

/** Numbers as they were pasted; an order and its instalment on one line are one: `LO0000012345-2`. */
function numbersIn(typed: string): string[] {
  const joined = typed.replaceAll(/(\bLO\d+)[ \t]+(\d{1,2})(?=[\s,;]|$)/g, '$1-$2');
  return [...new Set(joined.split(/[\s,;]+/).filter((no) => no !== ''))];
}

function useManyRollbacks(scope: collection.CaseScope, list: List<Row>) {
  const t = useText(RECOVERIES_TEXTS);
  const { rollback, bulkRollback } = REPAY_ENDPOINTS[scope];
  return useAction({
    name: 'rollbackMany',
    endpoint: rollback.bulk,
    request: (_: null, { rollbackType, nos, reason }: ManyValues) => ({
      rollbackType,
      nos: numbersIn(nos),
      reason,
    }),
    list: { refresh: list.refresh },
    waitsIn: bulkRollback,
    facts: () => ({ what: t(scope === 'ORDER' ? 'rollback.orders' : 'rollback.bills') }),
  });
}

function ManyFields({ scope }: { readonly scope: collection.CaseScope }) {
  const t = useText(RECOVERIES_TEXTS);
  return (
    <>
      <p className="kp-muted">{t('rollback.effect')}</p>
      <Segmented name="rollbackType" options={ROLLBACK_TYPE} />
      <Text name="nos" isLong hint={t(scope === 'ORDER' ? 'rollback.ordersHint' : 'rollback.billsHint')} />
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}

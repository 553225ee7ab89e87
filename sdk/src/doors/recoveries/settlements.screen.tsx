import { formatMoney, useText } from '@kituo/sdk';
import type { caseSettle, collection, ReplyOf } from '@kituo/sdk/contracts';
import {
  allowedAs,
  AsOf,
  Ask,
  BatchAction,
  DescriptionList,
  DetailOf,
  fieldsOf,
  ListScreen,
  onPage,
  PageTabs,
  useAction,
  useBatch,
  useListPage,
} from '@kituo/sdk/page';
import type { PageAction, RowAction } from '@kituo/sdk/page';
import { PostedJournals, useWriteOff, useWriteOffFile, WriteOffFileForm, WriteOffForm } from '@kituo/sdk/payments';
import { useState } from 'react';
import { ChangesTab } from './changes.tab.tsx';
import { RECOVERIES_TEXTS } from './recoveries-texts.ts';
import { SETTLE_ENDPOINTS, SETTLE_FIELDS } from './settle-fields.ts';
import { SettleStart } from './settle-start.tsx';
import { UnmatchedPayments } from './unmatched.list.tsx';

type Row = caseSettle.SettleRow;
interface Reason extends Record<string, unknown> {
  readonly reason: string;
}
const { Text } = fieldsOf<Reason>();

interface ScreenProps {
  readonly scope: collection.CaseScope;
  readonly title: string;
}

/**
 * Payments received, put on what is in collection.
 *
 * @example <SettlementsScreen scope="ORDER" title={t('cancelAfterVerificationManagement.title')} />
 */
export function SettlementsScreen({ scope, title }: ScreenProps) {
  const t = useText(RECOVERIES_TEXTS);
  return (
    <PageTabs
      label={title}
      tabs={[
        { name: 'writeOffs', content: () => <Settlements key="writeOffs" scope={scope} title={title} /> },
        {
          name: 'unmatched',
          content: () => <UnmatchedPayments key="unmatched" scope={scope} title={t('settle.unmatched')} />,
        },
        {
          name: 'approvals',
          content: () => <ChangesTab key="approvals" family={scope === 'ORDER' ? 'caseSettle' : 'caseSettleStage'} />,
        },
      ]}
    />
  );
}

function Settlements({ scope, title }: ScreenProps) {
  const t = useText(RECOVERIES_TEXTS);
  const { of: endpoints, exportJob, importKind, submitJob, approvals } = SETTLE_ENDPOINTS[scope];
  const screen = useListPage<Row>({
    load: endpoints.page,
    idOf: (row) => row.taskNo,
    ...SETTLE_FIELDS[scope],
    defaultSort: '-createdAt',
    file: { endpoint: endpoints.exportList, jobKind: exportJob },
  });
  const { list } = screen;
  const writeOff = useWriteOff(list, endpoints);
  const [isStarting, setStarting] = useState(false);
  const retry = useAction({
    name: 'settleRetry',
    endpoint: endpoints.retry,
    request: ({ taskNo }: Row) => ({ taskNo }),
    list: { refresh: list.refresh },
    facts: ({ taskNo }) => ({ name: taskNo }),
  });
  const file = useWriteOffFile({ refresh: list.refresh }, { endpoint: endpoints.importFile, kind: importKind });
  const submitMany = useBatch({
    name: 'settleSubmitMany',
    endpoint: endpoints.submitMany,
    jobKind: submitJob,
    waitsIn: approvals,
    list,
    request: ({ ids }, { reason }: Reason) => ({ taskNos: [...(ids ?? [])], reason }),
    most: 200,
  });
  const draft = (name: 'commit' | 'update'): RowAction<Row> => ({
    name,
    label: t(`settle.${name}`),
    isDangerous: false,
    isAllowed: ({ allowedActions }) =>
      allowedActions.includes(name) && (name === 'commit' || !allowedActions.includes('commit')),
    open: (row) => {
      writeOff.open({ orderNo: row.orderNo, billNo: row.billNo, task: row });
    },
  });
  const start: PageAction = {
    name: 'settleStart',
    label: t('settle.start'),
    isDangerous: false,
    isAllowed: () => writeOff.commit.isPermitted || writeOff.save.isPermitted,
    open: () => {
      setStarting(true);
    },
  };
  return (
    <ListScreen
      of={screen}
      title={title}
      rowActions={[draft('commit'), draft('update'), allowedAs(retry, 'retry')]}
      batches={[submitMany]}
      pageActions={[start, onPage(file.action, null)]}
      above={<AsOf list={list} />}
      detail={({ taskNo }) => (
        <DetailOf endpoint={endpoints.detail} request={{ taskNo }}>
          {({ row, matrix, journals }) => (
            <>
              <DescriptionList of={row} columns={SETTLE_FIELDS[scope].columns} />
              {matrix.length > 0 && <Paid matrix={matrix} />}
              <h3 className="kp-section-title">{t('repay.journals')}</h3>
              <PostedJournals journals={journals} />
            </>
          )}
        </DetailOf>
      )}
    >
      <WriteOffForm writeOff={writeOff} />
      <SettleStart
        writeOff={writeOff}
        isOpen={isStarting}
        onClose={() => {
          setStarting(false);
        }}
      />
      <WriteOffFileForm of={file} />
      <Ask action={retry} />
      <BatchAction batch={submitMany} nameOf={(taskNo) => taskNo} defaults={(): Reason => ({ reason: '' })}>
        <p>{t('settle.submitEffect')}</p>
        <Text name="reason" isLong maxLength={200} />
      </BatchAction>
    </ListScreen>
  );
}

/** What a write-off paid of each bill, a line a component, and what is owed of it now. */
function Paid({ matrix }: { readonly matrix: ReplyOf<typeof caseSettle.byOrder.detail>['matrix'] }) {
  const t = useText(RECOVERIES_TEXTS);
  return (
    <table className="recoveries-matrix">
      <thead>
        <tr>
          <th scope="col">{t('field.billNo')}</th>
          <th scope="col">{t('settle.component')}</th>
          <th scope="col">{t('settle.owed')}</th>
          <th scope="col">{t('settle.paid')}</th>
          <th scope="col">{t('settle.left')}</th>
        </tr>
      </thead>
      <tbody>
        {matrix.map(({ billNo, termNo, component, paidCents, leftCents }) => (
          <tr key={`${billNo} ${component}`}>
            <td>
              {billNo} · {termNo}
            </td>
            <td>{t(`COMPONENT.${component}`)}</td>
            <td>{formatMoney(paidCents + leftCents)}</td>
            <td>{formatMoney(paidCents)}</td>
            <td>{formatMoney(leftCents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

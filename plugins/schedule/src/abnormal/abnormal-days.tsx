import { formatDate, formatDateTime, lastDays, NOTHING, useText } from '@kituo/sdk';
import { abnormalDay } from '@kituo/sdk/contracts';
import {
  allowedAs,
  BatchAction,
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineFilters,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDialog,
  History,
  ListScreen,
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
import { ABNORMAL_RESOLUTION, ABNORMAL_RESOLVE_STATUS, ABNORMAL_TYPE } from '../words.ts';

type Row = abnormalDay.AbnormalRow;
interface Decision extends Record<string, unknown> {
  readonly resolution: 'EXCUSED' | 'CONFIRMED';
  readonly reason: string;
}
interface Explanation extends Record<string, unknown> {
  readonly explanation: string;
}
const { Segmented, Text } = fieldsOf<Decision>();
const { Text: ExplanationText } = fieldsOf<Explanation>();

const found = [
  day<Row>('workDate', { sortable: true, width: 120 }),
  status<Row>('abnormalType', ABNORMAL_TYPE, { width: 170 }),
];
const measured = [
  count<Row>('measuredMinutes', { width: 120 }),
  count<Row>('thresholdMinutes', { width: 120 }),
  text<Row>('explanation', { width: 240 }),
];
const resolved = status<Row>('resolveStatus', ABNORMAL_RESOLVE_STATUS, { width: 120 });
const later = [
  text<Row>('resolveReason', { width: 200 }),
  text<Row>('resolvedByName', { width: 150 }),
  time<Row>('resolvedAt', { width: 165, hidden: true }),
  time<Row>('foundAt', { width: 165, hidden: true }),
  number<Row>('abnormalId', { width: 130 }),
];
const columns = defineColumns<Row>([
  text('realName', { width: 170 }),
  text('jobNumber', { width: 110 }),
  ...found,
  ...measured,
  resolved,
  text('deptName', { width: 160 }),
  ...later,
]);
const rest = {
  abnormalType: oneOf(ABNORMAL_TYPE),
  resolveStatus: oneOf(ABNORMAL_RESOLVE_STATUS),
  workDate: dateRange(),
};
const WHOSE = {
  seen: {
    load: abnormalDay.page,
    columns,
    filters: defineFilters({ realName: containing(), ...rest }),
    file: { endpoint: abnormalDay.exportList, jobKind: 'abnormalDays.export' },
  },
  own: {
    load: abnormalDay.own,
    // Whose they are is plain; whether they are settled is the question.
    columns: defineColumns<Row>([...found, resolved, ...measured, ...later]),
    filters: defineFilters(rest),
    file: { endpoint: abnormalDay.exportOwn, jobKind: 'abnormalDays.exportOwn' },
  },
};
const undecided = (): Decision => ({ resolution: 'EXCUSED', reason: '' });

/** What was found of people's attendance: explained by the person, resolved by another. */
export function AbnormalDays({ whose }: { readonly whose: keyof typeof WHOSE }) {
  const t = useText();
  const [initial] = useState(() => {
    const { from, to } = lastDays(7);
    return { workDate: `${from}..${to}` };
  });
  const screen = useListPage<Row>({
    ...WHOSE[whose],
    idOf: (row) => row.abnormalId,
    defaultSort: '-workDate',
    initial,
  });
  const { list } = screen;
  const shared = {
    list: { refresh: list.refresh },
    facts: ({ realName, workDate }: Row) => ({ name: realName, date: formatDate(workDate) }),
  };
  const resolve = useAction({
    ...shared,
    name: 'abnormalResolve',
    endpoint: abnormalDay.resolve,
    request: ({ abnormalId, version }: Row, { resolution, reason }: Decision) => ({
      abnormalId,
      version,
      resolution,
      reason,
    }),
  });
  const explain = useAction({
    ...shared,
    name: 'abnormalExplain',
    endpoint: abnormalDay.explain,
    request: ({ abnormalId, version }: Row, { explanation }: Explanation) => ({ abnormalId, version, explanation }),
  });
  const resolveMany = useBatch({
    name: 'abnormalResolveMany',
    endpoint: abnormalDay.resolveMany,
    jobKind: 'abnormalDays.resolve',
    list,
    request: ({ ids }, { resolution, reason }: Decision) => ({ abnormalIds: [...(ids ?? [])], resolution, reason }),
  });
  return (
    <ListScreen
      of={screen}
      title={t('tab.days')}
      nameOf={({ realName, workDate }) => `${realName}, ${formatDate(workDate)}`}
      rowActions={[allowedAs(resolve, 'resolve'), allowedAs(explain, 'explain')]}
      {...(whose === 'seen' && { batches: [resolveMany] })}
      detail={({ abnormalId }) => <Detail abnormalId={abnormalId} />}
      emptyText={t('abnormalDay.none')}
    >
      <FormDialog action={resolve} defaults={undecided}>
        {(row: Row) => (
          <>
            {row.explanation !== null && <p>{t('abnormalDay.explained', { explanation: row.explanation })}</p>}
            <DecisionFields />
          </>
        )}
      </FormDialog>
      <FormDialog action={explain} defaults={(): Explanation => ({ explanation: '' })}>
        <ExplanationText name="explanation" isLong maxLength={500} />
      </FormDialog>
      {whose === 'seen' && (
        <BatchAction batch={resolveMany} nameOf={(no) => no} defaults={undecided}>
          <DecisionFields />
        </BatchAction>
      )}
    </ListScreen>
  );
}

function DecisionFields() {
  const t = useText();
  return (
    <>
      <Segmented name="resolution" options={ABNORMAL_RESOLUTION} hint={t('abnormalDay.confirmedHint')} />
      <Text name="reason" isLong maxLength={200} />
    </>
  );
}

const timeOf = (moment: string | null) => (moment === null ? NOTHING : formatDateTime(moment));

function Detail({ abnormalId }: Pick<Row, 'abnormalId'>) {
  const t = useText();
  return (
    <DetailOf endpoint={abnormalDay.detail} request={{ abnormalId }}>
      {({ shift, history, ...row }) => (
        <>
          <DescriptionList of={row} columns={columns} />
          {shift !== null && (
            <ul className="kp-facts">
              <li>
                {t('abnormalDay.shift', {
                  code: shift.shiftType,
                  from: timeOf(shift.startAt),
                  to: timeOf(shift.endAt),
                })}
              </li>
              <li>
                {shift.firstSeenAt === null
                  ? t('abnormalDay.notSeen')
                  : t('abnormalDay.seen', { from: timeOf(shift.firstSeenAt), to: timeOf(shift.lastSeenAt) })}
              </li>
            </ul>
          )}
          <h3 className="kp-section-title">{t('tab.history')}</h3>
          <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}

import { useText } from '@kituo/sdk';
import { collection, collectionMonitor, type collectorPause } from '@kituo/sdk/contracts';
import {
  anyOf,
  type CodesOf,
  containing,
  count,
  dateRange,
  day,
  defineColumns,
  defineDictionary,
  defineFilters,
  departmentOptions,
  DescriptionList,
  flag,
  ListScreen,
  merchantOptions,
  money,
  oneOf,
  peopleOptions,
  status,
  text,
  time,
  tree,
  useListPage,
  useRefreshOn,
  yesNo,
} from '@kituo/sdk/page';
import { CASE_LEVEL, CASE_SCOPE } from '@kituo/sdk/cases';
import { CALL_RESULT } from '../ai/ai-words.ts';
import { LiveWall } from '../monitor/live-wall.tsx';
import { DayDetail } from '../monitor/day.detail.tsx';

type Row = collectionMonitor.WorkDayRow;

const PRESENCE = defineDictionary<CodesOf<typeof collectionMonitor.presence>>('PRESENCE', {
  ON_CALL: 'active',
  PAUSED: 'attention',
  ACTIVE: 'good',
  IDLE: 'attention',
  OFF_SHIFT: 'waiting',
});
const PAUSE_REASON = defineDictionary<CodesOf<typeof collectorPause.pauseReason>>('PAUSE_REASON', {
  BREAK: 'waiting',
  MEAL: 'waiting',
  MEETING: 'waiting',
  TRAINING: 'waiting',
  TECHNICAL: 'attention',
  OTHER: 'waiting',
});
const collectorOptions = peopleOptions(collection.byOrder.userTree, (groups) =>
  groups.map(({ deptName, collectionUsers }) => ({ deptName, people: collectionUsers })),
);
const EMPLOYEE_CATEGORY = defineDictionary('EMPLOYEE_CATEGORY', { NEW: 'waiting', OLD: 'active' });

const columns = defineColumns<Row>([
  text('realName', { sortable: true, width: 170 }),
  text('groupName', { width: 130 }),
  day('workDate', { sortable: true }),
  status('presence', PRESENCE, { width: 120 }),
  status('pauseReason', PAUSE_REASON, { width: 120 }),
  count('casesHeld', { width: 110 }),
  money('dueCents', { width: 150 }),
  count('casesTouched', { width: 130 }),
  count('followUps', { width: 110 }),
  count('callsDialled', { width: 90 }),
  count('callsConnected', { width: 110 }),
  count('talkSeconds', { width: 100 }),
  count('smsSent', { width: 80 }),
  count('gateRefusals', { width: 140 }),
  count('promisesMade', { width: 110 }),
  count('promisesKept', { width: 80 }),
  money('repaidCents', { width: 140 }),
  flag('isOverCap', { width: 120 }),
  time('pausedSince', { width: 165 }),
  count('pauseSeconds', { width: 110 }),
  time('firstActionAt', { width: 165 }),
  time('lastActionAt', { width: 165 }),
  status('employeeCategory', EMPLOYEE_CATEGORY, { width: 120 }),
  text('deptName', { width: 150 }),
]);
const filters = defineFilters({
  workDate: dateRange(),
  isOnShift: yesNo(),
  groupName: containing(),
  deptNo: tree(departmentOptions),
  merchantNo: anyOf(merchantOptions),
  employeeCategory: oneOf(EMPLOYEE_CATEGORY),
  caseScope: oneOf(CASE_SCOPE),
  caseLevel: oneOf(CASE_LEVEL),
  callResult: oneOf(CALL_RESULT),
  talkSecondsFrom: containing({ example: '60' }),
  userNo: anyOf(collectorOptions),
});

/** What collectors do, today first: read again as cases, calls and payments happen. */
export function CollectionPersonnelMonitoringPage() {
  const t = useText();
  const screen = useListPage<Row>({
    load: collectionMonitor.page,
    idOf: (row) => row.workDayId,
    columns,
    filters,
    defaultSort: '-workDate',
    file: { endpoint: collectionMonitor.exportList, jobKind: 'collectionMonitor.export' },
  });
  useRefreshOn('changed', screen.list.refresh);
  return (
    <ListScreen
      of={screen}
      title={t('monitor.title')}
      above={<LiveWall />}
      nameOf={(row) => row.realName}
      detail={(row) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <DayDetail day={row} />
        </>
      )}
    />
  );
}

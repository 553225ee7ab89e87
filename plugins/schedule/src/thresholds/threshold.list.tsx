import { eatDay, formatDate, useText } from '@kituo/sdk';
import { abnormalDay, attendanceThreshold } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  count,
  day,
  defineColumns,
  defineFilters,
  departmentOptions,
  DescriptionList,
  DetailOf,
  fieldsOf,
  FormDrawer,
  History,
  ListScreen,
  number,
  onPage,
  oneOf,
  PlusIcon,
  remoteOptions,
  several,
  status,
  text,
  tree,
  useAction,
  useListPage,
  type RowAction,
} from '@kituo/sdk/page';
import { STAFF_TYPE, THRESHOLD_STATUS } from '../words.ts';

type Row = attendanceThreshold.ThresholdRow;
interface Values extends Record<string, unknown> {
  readonly deptNos: readonly string[];
  readonly staffType: Row['staffType'];
  readonly lateMinutes: number | null;
  readonly absentMinutes: number | null;
  readonly earlyLeaveMinutes: number | null;
  readonly idleMinutes: number | null;
  readonly groupRateBelow: number | null;
  readonly notifyRoleNos: readonly string[];
  readonly effectiveFrom: string | null;
}
const { Date: Day, MultiSelect, Number: Count, Select } = fieldsOf<Values>();
const roleOptions = remoteOptions(attendanceThreshold.roles, (roles) =>
  roles.map(({ roleNo, roleName }) => ({ value: roleNo, label: roleName })),
);

const columns = defineColumns<Row>([
  several('deptNames', (row) => row.deptNames, { width: 200 }),
  status('staffType', STAFF_TYPE, { width: 130 }),
  count('lateMinutes', { width: 120 }),
  count('earlyLeaveMinutes', { width: 120 }),
  count('absentMinutes', { width: 120 }),
  count('idleMinutes', { width: 120 }),
  count('groupRateBelow', { width: 130 }),
  status('thresholdStatus', THRESHOLD_STATUS, { width: 150 }),
  day('effectiveFrom', { sortable: true, width: 120 }),
  several('notifyRoleNames', (row) => row.notifyRoleNames, { width: 180 }),
  text('makerName', { width: 150 }),
  text('checkerName', { width: 150 }),
  text('decisionReason', { width: 200, hidden: true }),
  number('thresholdNo', { width: 110 }),
]);
const filters = defineFilters({
  deptNo: tree(departmentOptions),
  staffType: oneOf(STAFF_TYPE),
  thresholdStatus: oneOf(THRESHOLD_STATUS),
});

const nothing = (): Values => ({
  deptNos: [],
  staffType: null,
  lateMinutes: 10,
  absentMinutes: 120,
  earlyLeaveMinutes: 15,
  idleMinutes: 60,
  groupRateBelow: 60,
  notifyRoleNos: [],
  effectiveFrom: eatDay(),
});
const copyOf = (row: Row): Values => ({
  deptNos: row.deptNos,
  staffType: row.staffType,
  lateMinutes: row.lateMinutes,
  absentMinutes: row.absentMinutes,
  earlyLeaveMinutes: row.earlyLeaveMinutes,
  idleMinutes: row.idleMinutes,
  groupRateBelow: row.groupRateBelow,
  notifyRoleNos: row.notifyRoleNos,
  effectiveFrom: eatDay(),
});
const NOT_TYPED = Number.NaN;
const requestOf = (values: Values) => ({
  deptNos: [...values.deptNos],
  staffType: values.staffType,
  lateMinutes: values.lateMinutes ?? NOT_TYPED,
  absentMinutes: values.absentMinutes ?? NOT_TYPED,
  earlyLeaveMinutes: values.earlyLeaveMinutes ?? NOT_TYPED,
  idleMinutes: values.idleMinutes ?? NOT_TYPED,
  groupRateBelow: values.groupRateBelow ?? NOT_TYPED,
  notifyRoleNos: [...values.notifyRoleNos],
  effectiveFrom: values.effectiveFrom ?? '',
});

export function ThresholdList() {
  const t = useText();
  const screen = useListPage<Row>({
    load: attendanceThreshold.page,
    idOf: (row) => row.thresholdNo,
    columns,
    filters,
    defaultSort: '-effectiveFrom',
    file: { endpoint: attendanceThreshold.exportList, jobKind: 'attendanceThresholds.export' },
  });
  const list = { refresh: screen.list.refresh };
  const facts = ({ deptNames, effectiveFrom }: Row) => ({
    name: deptNames.join(', '),
    date: formatDate(effectiveFrom),
  });
  const of = ({ thresholdNo, version }: Row) => ({ thresholdNo, version });
  const add = useAction({
    name: 'thresholdAdd',
    endpoint: attendanceThreshold.save,
    request: (_copyOf: Row | null, values: Values) => requestOf(values),
    list,
  });
  const approve = useAction({
    name: 'thresholdApprove',
    endpoint: attendanceThreshold.approve,
    request: (row: Row) => ({ ...of(row), isApproved: true }),
    list,
    facts,
  });
  const reject = useAction({
    name: 'thresholdReject',
    endpoint: attendanceThreshold.approve,
    request: (row: Row, { reason }: { reason: string }) => ({ ...of(row), isApproved: false, reason }),
    list,
    facts,
    isDangerous: true,
  });
  const enable = useAction({
    name: 'thresholdEnable',
    endpoint: attendanceThreshold.enable,
    request: of,
    list,
    facts,
  });
  const disable = useAction({
    name: 'thresholdDisable',
    endpoint: attendanceThreshold.disable,
    request: of,
    list,
    facts,
    isDangerous: true,
  });
  const copy: RowAction<Row> = {
    name: 'thresholdCopy',
    label: t('action.thresholdCopy.label'),
    isDangerous: false,
    open: add.open,
    isAllowed: (row) => row.allowedActions.includes('copy'),
  };
  return (
    <ListScreen
      of={screen}
      title={t('abnormalThreshold.title')}
      nameOf={({ deptNames, effectiveFrom }) => `${deptNames.join(', ')}, ${formatDate(effectiveFrom)}`}
      rowActions={[
        allowedAs(approve, 'approve'),
        allowedAs(reject, 'reject'),
        copy,
        allowedAs(enable, 'enable'),
        allowedAs(disable, 'disable'),
      ]}
      pageActions={[onPage(add, null, <PlusIcon aria-hidden title={false} />)]}
      detail={({ thresholdNo }) => <Detail thresholdNo={thresholdNo} />}
      emptyText={t('abnormalThreshold.none')}
    >
      <FormDrawer action={add} defaults={(row) => (row === null ? nothing() : copyOf(row))}>
        <MultiSelect name="deptNos" source={departmentOptions} />
        <Select name="staffType" options={STAFF_TYPE} isOptional hint={t('abnormalThreshold.everybody')} />
        <Count name="lateMinutes" />
        <Count name="absentMinutes" hint={t('abnormalThreshold.aboveLate')} />
        <Count name="earlyLeaveMinutes" />
        <Count name="idleMinutes" hint={t('abnormalThreshold.idleHint')} />
        <Count name="groupRateBelow" unit="%" />
        <MultiSelect name="notifyRoleNos" source={roleOptions} />
        <Day name="effectiveFrom" min={eatDay()} />
      </FormDrawer>
      <Ask action={approve} say={(row) => <Terms row={row} />} />
      <AskReason action={reject} />
      <Ask action={enable} />
      <Ask action={disable} />
    </ListScreen>
  );
}

/** What an approver agrees to. */
function Terms({ row }: { readonly row: Row }) {
  const t = useText();
  return (
    <>
      <p>{t('action.thresholdApprove.effect', { date: formatDate(row.effectiveFrom) })}</p>
      <DescriptionList of={row} columns={columns} />
    </>
  );
}

function Detail({ thresholdNo }: Pick<Row, 'thresholdNo'>) {
  const t = useText();
  return (
    <DetailOf endpoint={attendanceThreshold.detail} request={{ thresholdNo }}>
      {({ history, ...row }) => (
        <>
          <DescriptionList of={row} columns={columns} />
          <h3 className="kp-section-title">{t('abnormalThreshold.simulation')}</h3>
          <Simulation thresholdNo={thresholdNo} />
          <h3 className="kp-section-title">{t('tab.history')}</h3>
          <History entries={history} titleOf={({ action }) => t(`history.${action}`)} />
        </>
      )}
    </DetailOf>
  );
}

/** The last 30 days under the threshold. */
function Simulation({ thresholdNo }: Pick<Row, 'thresholdNo'>) {
  const t = useText();
  return (
    <DetailOf endpoint={attendanceThreshold.simulate} request={{ thresholdNo }}>
      {({ shifts, people, groupDays, ...found }) => (
        <>
          <p>{t('abnormalThreshold.simulated', { shifts, people })}</p>
          <ul className="kp-facts">
            {abnormalDay.abnormalType.options.map((type) => (
              <li key={type}>{`${t(`SCHEDULE_ABNORMAL_TYPE.${type}`)}: ${found[type]}`}</li>
            ))}
            <li>{t('abnormalThreshold.groupDays', { count: groupDays })}</li>
          </ul>
        </>
      )}
    </DetailOf>
  );
}

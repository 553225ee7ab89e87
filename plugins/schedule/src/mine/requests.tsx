import { Button, callFile, formatDate, saveFile, session$, useText, useValue } from '@kituo/sdk';
import { file, mySchedule } from '@kituo/sdk/contracts';
import {
  allowedAs,
  Ask,
  AskReason,
  type AttachedFile,
  DataTable,
  day,
  defineColumns,
  defineFilters,
  fieldsOf,
  FilterBar,
  FormDrawer,
  ListPage,
  oneOf,
  remoteOptions,
  status,
  text,
  time,
  useAction,
  useFormValues,
  useLayout,
  useList,
  yesNo,
  ActionButton,
  type RowAction,
} from '@kituo/sdk/page';
import { CHANGE_STATUS, CHANGE_TYPE } from '../words.ts';

type Row = mySchedule.ChangeRow;
interface Values extends Record<string, unknown> {
  readonly changeType: Row['changeType'];
  readonly shiftDate: string | null;
  readonly withUserNo: string | null;
  readonly withShiftDate: string | null;
  readonly reason: string;
  readonly voucherId: AttachedFile | null;
}
const { Date: Day, Image, Segmented, Select, Text } = fieldsOf<Values>();
const colleagueOptions = remoteOptions(mySchedule.colleagues, (people) =>
  people.map(({ userNo, realName }) => ({ value: userNo, label: realName })),
);

const columns = defineColumns<Row>([
  text('realName', { width: 150 }),
  status('changeType', CHANGE_TYPE, { width: 110 }),
  day('shiftDate', { sortable: true, width: 110 }),
  text('withUserName', { width: 150 }),
  day('withShiftDate', { width: 110 }),
  text('reason', { width: 200 }),
  status('changeStatus', CHANGE_STATUS, { width: 120 }),
  text('approverName', { width: 140 }),
  time('decidedAt', { width: 160 }),
  text('rejectReason', { width: 180 }),
]);
const filters = defineFilters({
  changeType: oneOf(CHANGE_TYPE),
  changeStatus: oneOf(CHANGE_STATUS),
  toDecide: yesNo(),
});

const openVoucher = ({ voucher }: Row): void => {
  if (voucher !== null) callFile(file.attachDownload, { attachId: voucher.attachId }).then(saveFile, () => undefined);
};

const nothing = (): Values => ({
  changeType: 'LEAVE',
  shiftDate: null,
  withUserNo: null,
  withShiftDate: null,
  reason: '',
  voucherId: null,
});

/** Requests of one's own, of colleagues who ask for a swap and, for approvers, of their people. */
export function Requests() {
  const t = useText();
  const list = useList<Row>({ load: mySchedule.page, idOf: (row) => row.scheduleChangeNo, columns, filters });
  const layout = useLayout(list.name, columns);
  const facts = (row: Row) => ({ name: row.realName, date: formatDate(row.shiftDate) });
  const ofRow = ({ scheduleChangeNo, version }: Row) => ({ scheduleChangeNo, version });
  const ask = useAction({
    name: 'changeApply',
    endpoint: mySchedule.apply,
    request: (_none: null, values: Values) => ({
      changeType: values.changeType,
      shiftDate: values.shiftDate ?? '',
      reason: values.reason,
      withUserNo: values.changeType === 'SWAP' ? values.withUserNo : null,
      withShiftDate: values.changeType === 'SWAP' ? values.withShiftDate : null,
      voucherId: values.voucherId?.attachId ?? null,
    }),
    list: { refresh: list.refresh },
  });
  const withdraw = useAction({ name: 'changeWithdraw', endpoint: mySchedule.withdraw, request: ofRow, list, facts });
  const agree = useAction({ name: 'changeAgree', endpoint: mySchedule.agree, request: ofRow, list, facts });
  const approve = useAction({ name: 'changeApprove', endpoint: mySchedule.approve, request: ofRow, list, facts });
  const reject = useAction({
    name: 'changeReject',
    endpoint: mySchedule.reject,
    request: (row: Row, { reason }: { reason: string }) => ({ ...ofRow(row), reason }),
    isDangerous: true,
    list,
    facts,
  });
  const voucher: RowAction<Row> = {
    name: 'voucher',
    label: t('mySchedule.voucher'),
    isDangerous: false,
    isAllowed: (row) => row.voucher !== null,
    open: openVoucher,
  };
  return (
    <ListPage list={list} title={t('tab.requests')} action={<ActionButton action={ask} subject={null} isPrimary />}>
      <FilterBar list={list} />
      <DataTable
        label={t('tab.requests')}
        list={list}
        layout={layout}
        nameOf={(row) => `${row.realName}, ${formatDate(row.shiftDate)}`}
        rowActions={[
          allowedAs(approve, 'approve'),
          allowedAs(reject, 'reject'),
          allowedAs(agree, 'agree'),
          allowedAs(withdraw, 'withdraw'),
          voucher,
        ]}
      />
      <FormDrawer action={ask} defaults={nothing}>
        <Fields />
      </FormDrawer>
      <Ask action={withdraw} />
      <Ask action={agree} />
      <Ask action={approve} say={(row) => <Requested row={row} />} />
      <AskReason action={reject} />
    </ListPage>
  );
}

/** What an approver agrees to, with the certificate that it rests on. */
function Requested({ row }: { readonly row: Row }) {
  const t = useText();
  return (
    <>
      <p>
        {t(`SCHEDULE_CHANGE_TYPE.${row.changeType}`)} · {formatDate(row.shiftDate)} · {row.reason}
      </p>
      {row.voucher !== null && (
        <Button
          size="small"
          text={row.voucher.fileName}
          onClick={() => {
            openVoucher(row);
          }}
        />
      )}
    </>
  );
}

function Fields() {
  const changeType = useFormValues()['changeType'];
  const { user } = useValue(session$);
  return (
    <>
      <Segmented name="changeType" options={CHANGE_TYPE} />
      <Day name="shiftDate" />
      {changeType === 'SWAP' && <Select name="withUserNo" options={colleagueOptions} />}
      {changeType === 'SWAP' && <Day name="withShiftDate" />}
      <Text name="reason" isLong maxLength={200} />
      {changeType === 'CORRECTION' && (
        <Image name="voucherId" subjectType="scheduleCorrection" subjectNo={user?.userNo ?? ''} />
      )}
    </>
  );
}

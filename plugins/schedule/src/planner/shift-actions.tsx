import { call, eatDay, formatDate, formatTime, useText } from '@kituo/sdk';
import { type ReplyOf, scheduling } from '@kituo/sdk/contracts';
import {
  type Action,
  Ask,
  fieldsOf,
  FormDialog,
  FormDrawer,
  remoteOptions,
  undoWith,
  useAction,
} from '@kituo/sdk/page';
import type { Times } from './resize.ts';

export type Shift = scheduling.Shift;
type Range = { readonly deptNo: string; readonly from: string; readonly to: string };
type Cell = { readonly userNo: string; readonly realName: string; readonly date: string };
export type Move = { readonly shift: Shift; readonly userNo: string; readonly date: string; readonly isCopy: boolean };

type Resize = Times & { readonly shift: Shift };

interface Values extends Record<string, unknown> {
  readonly shiftType: string | null;
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly breakMinutes: number | null;
  readonly remark: string;
  readonly overrideReason: string;
  readonly isLocked: boolean;
}
const { Moment, Number: Count, Select, Switch, Text } = fieldsOf<Values>();

export const typeOptions = remoteOptions(scheduling.shiftTypes, (types) =>
  types.map((one) => ({ value: one.shiftType, label: `${one.shiftType} ${one.shiftTypeName}` })),
);
const orNull = (text: string) => (text.trim() === '' ? null : text);

const timesOf = (values: Values) => ({
  shiftType: values.shiftType ?? '',
  startAt: values.startAt ?? '',
  endAt: values.endAt ?? '',
  breakMinutes: values.breakMinutes ?? 0,
  remark: orNull(values.remark),
  overrideReason: orNull(values.overrideReason),
});

/** All that can be done with shifts. */
export function usePlannerActions(refresh: () => void) {
  const list = { refresh };
  const add = useAction({
    name: 'shiftAdd',
    endpoint: scheduling.save,
    request: (cell: Cell, values: Values) => ({ userNo: cell.userNo, ...timesOf(values) }),
    facts: (cell) => ({ name: cell.realName }),
    list,
  });
  const update = useAction({
    name: 'shiftUpdate',
    endpoint: scheduling.update,
    request: ({ shiftId, version }: Shift, values: Values) => ({
      shiftId,
      version,
      isLocked: values.isLocked,
      ...timesOf(values),
    }),
    facts: (shift) => ({ name: shift.realName, date: formatDate(shift.workDate) }),
    list,
  });
  const cancel = useAction({
    name: 'shiftCancel',
    endpoint: scheduling.cancel,
    request: ({ shiftId, version }: Shift) => ({ shiftId, version }),
    facts: (shift) => ({ name: shift.realName, date: formatDate(shift.workDate) }),
    isDangerous: true,
    list,
  });
  const drag = useAction({
    name: 'shiftDrag',
    endpoint: scheduling.drag,
    request: ({ shift, userNo, date, isCopy }: Move, values: { overrideReason: string }) => ({
      shiftId: shift.shiftId,
      version: shift.version,
      userNo,
      workDate: date,
      isCopy,
      overrideReason: orNull(values.overrideReason),
    }),
    undo: undoDrag,
    facts: ({ date }) => ({ date: formatDate(date) }),
    list,
  });
  const resize = useAction({
    name: 'shiftResize',
    endpoint: scheduling.update,
    request: ({ shift, startAt, endAt }: Resize, values: { overrideReason: string }) => ({
      shiftId: shift.shiftId,
      version: shift.version,
      shiftType: shift.shiftType,
      breakMinutes: shift.breakMinutes,
      remark: shift.remark,
      isLocked: shift.isLocked,
      startAt,
      endAt,
      overrideReason: orNull(values.overrideReason),
    }),
    undo: undoResize,
    facts: ({ shift }) => ({ name: shift.realName, date: formatDate(shift.workDate) }),
    list,
  });
  const publish = useAction({
    name: 'shiftPublish',
    endpoint: scheduling.publish,
    request: ({ deptNo, from, to }: Range) => ({ deptNo, from, to }),
    facts: ({ from, to }, reply: ReplyOf<typeof scheduling.publish> | null) => ({
      from: formatDate(from),
      to: formatDate(to),
      count: reply?.published ?? 0,
    }),
    list,
  });
  return { add, update, cancel, drag, resize, publish };
}
export type PlannerActions = ReturnType<typeof usePlannerActions>;

/** A move goes back to where the shift was; a copy is cancelled. */
const undoDrag = {
  ...undoWith(scheduling.drag, ({ shift }: Move, reply: ReplyOf<typeof scheduling.drag>) => ({
    shiftId: reply.shiftId,
    version: reply.version,
    userNo: shift.userNo,
    workDate: shift.workDate,
    isCopy: false,
    overrideReason: 'Undo',
  })),
  run: async ({ shift, isCopy }: Move, reply: ReplyOf<typeof scheduling.drag>) =>
    isCopy
      ? await call(scheduling.cancel, { shiftId: reply.shiftId, version: reply.version })
      : await call(scheduling.drag, {
          shiftId: reply.shiftId,
          version: reply.version,
          userNo: shift.userNo,
          workDate: shift.workDate,
          isCopy: false,
          overrideReason: 'Undo',
        }),
};

/** A shift that was resized has its times again. */
const undoResize = undoWith(scheduling.update, ({ shift }: Resize, reply: ReplyOf<typeof scheduling.update>) => ({
  shiftId: reply.shiftId,
  version: reply.version,
  shiftType: shift.shiftType,
  breakMinutes: shift.breakMinutes,
  remark: shift.remark,
  isLocked: shift.isLocked,
  startAt: shift.startAt,
  endAt: shift.endAt,
  overrideReason: shift.overrideReason ?? 'Undo',
}));

const eight = (date: string, hour: string) => `${date}T${hour}:00:00+03:00`;

export function ShiftForms({ actions }: { readonly actions: PlannerActions }) {
  return (
    <>
      <FormDrawer
        action={actions.add}
        defaults={({ date }): Values => ({
          shiftType: null,
          startAt: eight(date, '08'),
          endAt: eight(date, '17'),
          breakMinutes: 60,
          remark: '',
          overrideReason: '',
          isLocked: false,
        })}
      >
        <Fields />
      </FormDrawer>
      <FormDrawer
        action={actions.update}
        defaults={(shift): Values => ({
          shiftType: shift.shiftType,
          startAt: shift.startAt,
          endAt: shift.endAt,
          breakMinutes: shift.breakMinutes,
          remark: shift.remark ?? '',
          overrideReason: shift.overrideReason ?? '',
          isLocked: shift.isLocked,
        })}
      >
        <Fields />
        <Switch name="isLocked" />
      </FormDrawer>
      <Ask action={actions.cancel} />
      <MoveForm action={actions.drag} />
      <ResizeForm action={actions.resize} />
    </>
  );
}

function Fields() {
  return (
    <>
      <Select name="shiftType" options={typeOptions} />
      <Moment name="startAt" />
      <Moment name="endAt" />
      <Count name="breakMinutes" />
      <Text name="remark" isOptional isLong maxLength={200} />
      <Text name="overrideReason" isOptional maxLength={200} />
    </>
  );
}

function MoveForm({ action }: { readonly action: Action<Move, { overrideReason: string }> }) {
  const t = useText();
  const { subject } = action;
  return (
    <FormDialog action={action} defaults={() => ({ overrideReason: '' })}>
      {subject !== null && (
        <p>
          {t('planner.moveTo', {
            from: formatDate(subject.shift.workDate),
            to: formatDate(subject.date),
            name: subject.shift.realName,
          })}
        </p>
      )}
      <Text name="overrideReason" isOptional maxLength={200} />
    </FormDialog>
  );
}

function ResizeForm({ action }: { readonly action: Action<Resize, { overrideReason: string }> }) {
  const { subject } = action;
  return (
    <FormDialog action={action} defaults={() => ({ overrideReason: '' })}>
      {subject !== null && (
        <p>
          {hoursOf(subject.shift)} → {hoursOf(subject)}
        </p>
      )}
      <Text name="overrideReason" isOptional maxLength={200} />
    </FormDialog>
  );
}

const hoursOf = ({ startAt, endAt }: Times) => `${formatTime(startAt)}–${formatTime(endAt)}`;

export function PublishDialog(props: { readonly action: PlannerActions['publish']; readonly left: number }) {
  const t = useText();
  return (
    <Ask
      action={props.action}
      say={({ from, to }) =>
        `${t('planner.publishText', { from: formatDate(from), to: formatDate(to) })} ${props.left > 0 ? t('planner.publishLeft', { count: props.left }) : ''}`
      }
    />
  );
}

/** Whether a day can still be planned. */
export function isOpenDay(date: string): boolean {
  return date >= eatDay(new Date());
}

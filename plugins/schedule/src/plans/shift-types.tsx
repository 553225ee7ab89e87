import { useText } from '@kituo/sdk';
import { scheduling } from '@kituo/sdk/contracts';
import { fieldsOf, FormDrawer, ShortList, useAction, useDetail, useFormValues, useWriteField } from '@kituo/sdk/page';
import './plans.css';

type Type = scheduling.ShiftTypeRow;
type Values = Omit<Type, 'version' | 'breakMinutes'> & { breakMinutes: number | null } & Record<string, unknown>;
const { Number: Count, Switch, Text, TimeOfDay } = fieldsOf<Values>();

const nothing = (): Values => ({
  shiftType: '',
  shiftTypeName: '',
  startsAt: '08:00',
  endsAt: '17:00',
  breakMinutes: 60,
  colour: '#2d72d2',
  countsAsAttendance: true,
});

/** The kinds of shifts, each with its usual times. */
export function ShiftTypes() {
  const t = useText();
  const types = useDetail(scheduling.shiftTypes, {});
  const save = useAction({
    name: 'shiftTypeSave',
    endpoint: scheduling.saveShiftType,
    request: (before: Type | null, values: Values) => ({
      shiftType: values.shiftType.toUpperCase(),
      shiftTypeName: values.shiftTypeName,
      startsAt: values.startsAt,
      endsAt: values.endsAt,
      breakMinutes: values.breakMinutes ?? 0,
      colour: values.colour,
      countsAsAttendance: values.countsAsAttendance,
      ...(before !== null && { version: before.version }),
    }),
    list: { refresh: types.refresh },
  });
  const columns: Parameters<typeof ShortList<Type>>[0]['columns'] = [
    {
      name: 'shiftType',
      title: t('field.shiftType'),
      of: ({ shiftType, colour }) => (
        <span className="schedule-type" style={{ borderColor: colour }}>
          {shiftType}
        </span>
      ),
    },
    { name: 'shiftTypeName', title: t('field.shiftTypeName'), of: ({ shiftTypeName }) => shiftTypeName },
    { name: 'startsAt', title: t('field.startsAt'), of: ({ startsAt }) => startsAt },
    { name: 'endsAt', title: t('field.endsAt'), of: ({ endsAt }) => endsAt },
    { name: 'breakMinutes', title: t('field.breakMinutes'), of: ({ breakMinutes }) => breakMinutes, isFigure: true },
    {
      name: 'countsAsAttendance',
      title: t('field.countsAsAttendance'),
      of: ({ countsAsAttendance }) => t(countsAsAttendance ? 'shiftType.counts' : 'shiftType.countsNot'),
    },
  ];
  return (
    <ShortList
      title={t('tab.shiftTypes')}
      detail={types}
      save={save}
      editLabel={t('action.shiftTypeSave.edit')}
      idOf={({ shiftType }) => shiftType}
      columns={columns}
    >
      <FormDrawer action={save} defaults={(row) => (row === null ? nothing() : { ...row })}>
        <Text name="shiftType" maxLength={4} />
        <Text name="shiftTypeName" maxLength={64} />
        <TimeOfDay name="startsAt" />
        <TimeOfDay name="endsAt" />
        <Count name="breakMinutes" />
        <Colour />
        <Switch name="countsAsAttendance" />
      </FormDrawer>
    </ShortList>
  );
}

/** Picked, not typed: the colour that the shift has in calendars. */
function Colour() {
  const t = useText();
  const write = useWriteField();
  const { colour } = useFormValues();
  return (
    <label className="schedule-colour">
      {t('field.colour')}
      <input
        type="color"
        value={typeof colour === 'string' ? colour : '#2d72d2'}
        onChange={({ currentTarget }) => {
          write('colour', currentTarget.value.toLowerCase());
        }}
      />
    </label>
  );
}

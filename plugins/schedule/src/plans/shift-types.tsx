import { useText } from '@kituo/sdk';
import { scheduling } from '@kituo/sdk/contracts';
import {
  ActionButton,
  Answered,
  fieldsOf,
  FormDrawer,
  useAction,
  useDetail,
  useFormValues,
  useWriteField,
} from '@kituo/sdk/page';
import '../planner/planner.css';
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
  const edit = { ...save, label: t('action.shiftTypeSave.edit') };
  return (
    <section className="kp-page" aria-label={t('tab.shiftTypes')}>
      <header className="kp-head">
        <h1>{t('tab.shiftTypes')}</h1>
        <div className="kp-head-action">
          {save.isPermitted && <ActionButton action={save} subject={null} isPrimary />}
        </div>
      </header>
      <Answered detail={types}>
        {(rows) => (
          <table className="schedule-grid">
            <thead>
              <tr>
                {['shiftType', 'shiftTypeName', 'startsAt', 'endsAt', 'breakMinutes', 'countsAsAttendance'].map(
                  (key) => (
                    <th scope="col" key={key}>
                      {t(`field.${key}`)}
                    </th>
                  ),
                )}
                <td />
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.shiftType}>
                  <th scope="row" style={{ borderInlineStart: `4px solid ${row.colour}` }}>
                    {row.shiftType}
                  </th>
                  <td>{row.shiftTypeName}</td>
                  <td>{row.startsAt}</td>
                  <td>{row.endsAt}</td>
                  <td className="ks-figures">{row.breakMinutes}</td>
                  <td>{t(row.countsAsAttendance ? 'shiftType.counts' : 'shiftType.countsNot')}</td>
                  <td>{save.isPermitted && <ActionButton action={edit} subject={row} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Answered>
      <FormDrawer action={save} defaults={(row) => (row === null ? nothing() : { ...row })}>
        <Text name="shiftType" maxLength={4} />
        <Text name="shiftTypeName" maxLength={64} />
        <TimeOfDay name="startsAt" />
        <TimeOfDay name="endsAt" />
        <Count name="breakMinutes" />
        <Colour />
        <Switch name="countsAsAttendance" />
      </FormDrawer>
    </section>
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

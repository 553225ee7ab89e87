import { eatDay, formatDate, useText } from '@kituo/sdk';
import { change, maturity } from '@kituo/sdk/contracts';
import { ActionButton, Answered, fieldsOf, FormDialog, PlusIcon, useAction, useDetail } from '@kituo/sdk/page';

interface DayValues extends Record<string, unknown> {
  readonly day: string | null;
  readonly dayName: string;
  readonly countsAsBusinessDay: boolean;
  readonly reason: string;
}
const { Date: Day, Switch, Text } = fieldsOf<DayValues>();
type Named = { readonly day: string; readonly dayName: string; readonly countsAsBusinessDay: boolean };

/** Holidays of this year and the next; Saturdays and Sundays are no business days unless the calendar says so. */
export function CalendarTab() {
  const t = useText();
  const year = Number(eatDay().slice(0, 4));
  const now = useDetail(maturity.calendar, { year });
  const next = useDetail(maturity.calendar, { year: year + 1 });
  const save = useAction({
    name: 'calendarSave',
    endpoint: maturity.calendarSave,
    request: (_day: Named | null, { day, ...values }: DayValues) => ({
      ...values,
      day: day ?? '',
    }),
    waitsIn: change.changeFamilies.maturityCalendar,
    list: {
      refresh: () => {
        now.refresh();
        next.refresh();
      },
    },
  });
  return (
    <section className="kp-page" aria-label={t('maturity.calendar')}>
      <header className="kp-head">
        <h1>{t('maturity.calendar')}</h1>
        <div className="kp-head-action">
          <ActionButton action={save} subject={null} isPrimary icon={<PlusIcon aria-hidden title={false} />} />
        </div>
      </header>
      {[now, next].map((calendar, index) => (
        <section key={year + index}>
          <h2 className="kp-section-title">{year + index}</h2>
          <Answered detail={calendar}>
            {(days) =>
              days.length === 0 ? (
                <p className="kp-muted">{t('maturity.noDays')}</p>
              ) : (
                <table className="kp-short">
                  <tbody>
                    {days.map((one) => (
                      <tr key={one.day}>
                        <th scope="row" className="ks-figures">
                          {formatDate(one.day)}
                        </th>
                        <td>{one.dayName}</td>
                        <td>{t(one.countsAsBusinessDay ? 'maturity.businessDay' : 'maturity.holiday')}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              )
            }
          </Answered>
        </section>
      ))}
      <FormDialog
        action={save}
        defaults={(one): DayValues => ({
          ...(one ?? { day: null, dayName: '', countsAsBusinessDay: false }),
          reason: '',
        })}
      >
        <Day name="day" />
        <Text name="dayName" maxLength={64} />
        <Switch name="countsAsBusinessDay" />
        <Text name="reason" isLong maxLength={200} />
      </FormDialog>
    </section>
  );
}

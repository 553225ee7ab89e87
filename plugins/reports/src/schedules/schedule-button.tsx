import { Button, useText } from '@kituo/sdk';
import { reportSchedule } from '@kituo/sdk/contracts';
import { FormDrawer, useAction } from '@kituo/sdk/page';
import type { ReportKind } from '../parts/report-kind.ts';
import { newSchedule, ScheduleFields, scheduleOf, type ScheduleValues } from './schedule.form.tsx';

type Filters = Readonly<Record<string, unknown>>;
type Lasting = string | boolean | string[];

/** Of what the figures are filtered by, what also holds another day. */
const lasting = (filters: Filters): Record<string, Lasting> =>
  Object.fromEntries(
    Object.entries(filters).filter(
      (entry): entry is [string, Lasting] =>
        entry[0] !== 'asOf' &&
        (typeof entry[1] === 'string' ||
          typeof entry[1] === 'boolean' ||
          (Array.isArray(entry[1]) && entry[1].every((one) => typeof one === 'string'))),
    ),
  );

/** Has the figures sent as they are filtered now. */
export function ScheduleButton({ of, filters }: { readonly of: ReportKind; readonly filters: Filters }) {
  const t = useText();
  const reportName = reportSchedule.reportName.parse(of.name);
  const add = useAction({
    name: 'scheduleAdd',
    endpoint: reportSchedule.save,
    request: (asked: Filters, values: ScheduleValues) => scheduleOf({ reportName, filters: lasting(asked) }, values),
    facts: () => ({ name: t(`REPORT_NAME.${reportName}`) }),
  });
  return (
    <>
      <Button
        text={add.label}
        onClick={() => {
          add.open(filters);
        }}
      />
      <FormDrawer action={add} defaults={() => newSchedule(t(`REPORT_NAME.${reportName}`))}>
        <ScheduleFields of={reportName} />
      </FormDrawer>
    </>
  );
}

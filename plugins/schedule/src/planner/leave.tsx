import { eatDay } from '@kituo/sdk';
import { scheduling } from '@kituo/sdk/contracts';
import { fieldsOf, FormDialog, type OptionSource, useAction } from '@kituo/sdk/page';
import { useMemo } from 'react';

interface Values extends Record<string, unknown> {
  readonly userNo: string | null;
  readonly leaveDate: string | null;
  readonly reason: string;
}
const { Date: Day, Select, Text } = fieldsOf<Values>();
type Person = Pick<scheduling.CalendarPerson, 'userNo' | 'realName'>;

/** Marks a day of somebody as leave: they called in. */
export function useLeave(refresh: () => void) {
  return useAction({
    name: 'shiftLeave',
    endpoint: scheduling.markLeave,
    request: (_none: null, values: Values) => ({
      userNo: values.userNo ?? '',
      leaveDate: values.leaveDate ?? '',
      reason: values.reason,
    }),
    list: { refresh },
  });
}

export function LeaveForm(props: {
  readonly action: ReturnType<typeof useLeave>;
  /** Of whom one is chosen. */
  readonly people: readonly Person[];
}) {
  const { people } = props;
  const options = useMemo(
    (): OptionSource => ({
      kind: 'remote',
      name: `scheduling.people ${people.map(({ userNo }) => userNo).join()}`,
      load: async () =>
        await Promise.resolve(people.map(({ userNo, realName }) => ({ value: userNo, label: realName }))),
    }),
    [people],
  );
  return (
    <FormDialog action={props.action} defaults={(): Values => ({ userNo: null, leaveDate: eatDay(), reason: '' })}>
      <Select name="userNo" options={options} />
      <Day name="leaveDate" min={eatDay()} />
      <Text name="reason" isLong maxLength={200} />
    </FormDialog>
  );
}

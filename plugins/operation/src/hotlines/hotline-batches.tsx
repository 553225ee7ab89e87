import { useText } from '@kituo/sdk';
import { hotline } from '@kituo/sdk/contracts';
import { BatchAction, fieldsOf, merchantOptions, useBatch, type List } from '@kituo/sdk/page';
import { spansOf } from './hotline.form.tsx';

type Row = hotline.HotlineRow;
interface Holidays extends Record<string, unknown> {
  readonly holidayHours: string;
}
interface Copies extends Record<string, unknown> {
  readonly merchantNos: string[];
}
const { Text } = fieldsOf<Holidays>();
const { MultiSelect } = fieldsOf<Copies>();

/** What can be done with several contacts at once. */
export function useHotlineBatches(list: List<Row>) {
  const holidays = useBatch({
    name: 'hotlineHolidays',
    endpoint: hotline.holidays,
    jobKind: 'hotlines.holidays',
    list,
    request: ({ ids }, { holidayHours }: Holidays) => ({ hotlineNos: [...(ids ?? [])], hours: spansOf(holidayHours) }),
  });
  const copies = useBatch({
    name: 'hotlineCopyMany',
    endpoint: hotline.copyMany,
    jobKind: 'hotlines.copy',
    list,
    request: ({ ids }, { merchantNos }: Copies) => ({ hotlineNos: [...(ids ?? [])], merchantNos: [...merchantNos] }),
  });
  return { holidays, copies };
}

/** Their forms, and the jobs that come of them. */
export function HotlineBatches(props: {
  readonly batches: ReturnType<typeof useHotlineBatches>;
  readonly nameOf: (hotlineNo: string) => string | null;
}) {
  const t = useText();
  const { batches, nameOf } = props;
  return (
    <>
      <BatchAction batch={batches.holidays} nameOf={nameOf} defaults={(): Holidays => ({ holidayHours: '' })}>
        <Text name="holidayHours" isOptional maxLength={60} hint={t('hotline.holidayHint')} />
      </BatchAction>
      <BatchAction batch={batches.copies} nameOf={nameOf} defaults={(): Copies => ({ merchantNos: [] })}>
        <MultiSelect name="merchantNos" source={merchantOptions} />
      </BatchAction>
    </>
  );
}

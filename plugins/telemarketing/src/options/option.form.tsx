import { useText } from '@kituo/sdk';
import { callOption, type RequestOf } from '@kituo/sdk/contracts';
import { dictionaryOptions, fieldsOf, useDetail, useFormValues } from '@kituo/sdk/page';
import { CALL_OPTION_TYPE, type OptionRow } from './option-fields.ts';

export interface OptionValues extends Record<string, unknown> {
  readonly optionType: OptionRow['optionType'];
  readonly code: string;
  readonly optionNames: Readonly<Record<string, string>>;
  readonly sort: number | null;
  readonly remark: string | null;
  readonly isTargetEditable: boolean;
  readonly expireDays: number | null;
  readonly maxAttempts: number | null;
  readonly recycleDelayDays: number | null;
  readonly recycleMax: number | null;
  readonly customerStatuses: readonly ('0' | '1' | '2' | '3' | '4')[];
  readonly retryDelayHours: number | null;
}
const { Languages, MultiSelect, Number: Whole, Select, Switch, Text } = fieldsOf<OptionValues>();
const statuses = dictionaryOptions('CUSTOMER_STATUS_GROUP');

export const valuesOf = (row: OptionRow | null): OptionValues => ({
  optionType: row?.optionType ?? 'LIST_TYPE',
  code: row?.code ?? '',
  optionNames: row?.optionNames ?? {},
  sort: row?.sort ?? 1,
  remark: row?.remark ?? '',
  isTargetEditable: row?.rule.isTargetEditable ?? true,
  expireDays: row?.rule.expireDays ?? 30,
  maxAttempts: row?.rule.maxAttempts ?? 6,
  recycleDelayDays: row?.rule.recycleDelayDays ?? 14,
  recycleMax: row?.rule.recycleMax ?? 2,
  customerStatuses: row?.rule.customerStatuses ?? ['0', '2', '4'],
  retryDelayHours: row?.rule.retryDelayHours ?? null,
});

const whole = (typed: number | null) => typed ?? Number.NaN;

export function optionOf(values: OptionValues): RequestOf<typeof callOption.save> {
  const { optionType, code, optionNames, sort, remark, isTargetEditable, customerStatuses, retryDelayHours } = values;
  return {
    optionType,
    code: code.trim(),
    optionNames: { ...optionNames },
    sort: whole(sort),
    remark: remark === null || remark.trim() === '' ? null : remark,
    rule:
      optionType === 'LIST_TYPE'
        ? {
            isTargetEditable,
            expireDays: whole(values.expireDays),
            maxAttempts: whole(values.maxAttempts),
            recycleDelayDays: whole(values.recycleDelayDays),
            recycleMax: whole(values.recycleMax),
            customerStatuses: [...customerStatuses],
          }
        : optionType === 'WILLINGNESS' && retryDelayHours !== null
          ? { retryDelayHours }
          : {},
  };
}

/** A choice in every language, and what a list type or a willingness decides. */
export function OptionFields({ row }: { readonly row: OptionRow | null }) {
  const isNew = row === null;
  const { optionType } = useFormValues();
  return (
    <>
      {isNew && <Select name="optionType" options={CALL_OPTION_TYPE} />}
      {isNew && <Text name="code" maxLength={64} />}
      <Languages name="optionNames" maxLength={64} />
      <Whole name="sort" />
      {optionType === 'LIST_TYPE' && (
        <>
          <Switch name="isTargetEditable" />
          <Whole name="expireDays" />
          <Whole name="maxAttempts" />
          <Whole name="recycleDelayDays" />
          <Whole name="recycleMax" />
          <MultiSelect name="customerStatuses" source={statuses} />
          {row !== null && <Touched optionId={row.optionId} />}
        </>
      )}
      {optionType === 'WILLINGNESS' && <Whole name="retryDelayHours" isOptional />}
      <Text name="remark" isLong isOptional maxLength={200} />
    </>
  );
}

/** Before saving: how many live entries the change touches, and how. */
function Touched({ optionId }: { readonly optionId: string }) {
  const t = useText();
  const { maxAttempts } = useFormValues();
  const request = callOption.touched.request.safeParse({ optionId, maxAttempts });
  const { data } = useDetail(callOption.touched, request.success ? request.data : null);
  if (data === null) return null;
  return (
    <p className="kp-muted" role="status">
      {t('options.touched', { count: data.live, usedUp: data.usedUp })}
    </p>
  );
}

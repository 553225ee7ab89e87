import { useFormContext, useWatch } from 'react-hook-form';
import { AddressField, CascadeField } from './cascade-field.tsx';
import { CheckTreeField } from './check-tree-field.tsx';
import { MultiSelectField, SegmentedField, SelectField, TreeSelectField } from './choice-fields.tsx';
import { DateField, DateRangeField, MomentField, TimeOfDayField } from './date-fields.tsx';
import type { FieldsOf } from './form-fields.ts';
import { FileField, ImageField, TextFileField } from './file-fields.tsx';
import { DecimalField, MoneyField, NumberField, SwitchField } from './number-fields.tsx';
import { JsonField, LanguagesField } from './structured-fields.tsx';
import { IdCardField, PasswordField, PhoneField, TextField } from './text-fields.tsx';

export { FormBody } from './form-body.tsx';
export { attachedOf, Picked } from './file-fields.tsx';

export const FIELDS: FieldsOf<string> = {
  Text: TextField,
  Password: PasswordField,
  Phone: PhoneField,
  IdCard: IdCardField,
  Money: MoneyField,
  Number: NumberField,
  Decimal: DecimalField,
  Switch: SwitchField,
  Date: DateField,
  DateRange: DateRangeField,
  TimeOfDay: TimeOfDayField,
  Moment: MomentField,
  Select: SelectField,
  Segmented: SegmentedField,
  TreeSelect: TreeSelectField,
  MultiSelect: MultiSelectField,
  Cascade: CascadeField,
  Address: AddressField,
  CheckTree: CheckTreeField,
  Languages: LanguagesField,
  Json: JsonField,
  File: FileField,
  TextFile: TextFileField,
  Image: ImageField,
};

/** What the form around this component applies now. */
export const useValuesNow = (): Readonly<Record<string, unknown>> => useWatch();

/** Writes a field of the form around this component, as if it had been typed. */
export function useWriteField(): (name: string, value: unknown) => void {
  const { setValue } = useFormContext();
  return (name, value) => {
    setValue(name, value, { shouldDirty: true, shouldValidate: true });
  };
}

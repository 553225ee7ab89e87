import type { ReactNode } from 'react';
import type { Dictionary } from '../list/dictionary.ts';
import type { OptionSource } from '../list/option-source.ts';
import { AddressField, CascadeField } from './cascade-field.tsx';
import {
  MultiSelectField,
  SegmentedField,
  SelectField,
  TreeSelectField,
} from './choice-fields.tsx';
import type { Choices } from './choice-fields.tsx';
import { CheckTreeField } from './check-tree-field.tsx';
import type { CheckNode } from './check-tree.ts';
import { DateField, DateRangeField, MomentField } from './date-fields.tsx';
import { FileField, ImageField } from './file-fields.tsx';
import type { FileFieldProps } from './file-fields.tsx';
import type { DayLimits } from './date-fields.tsx';
import type { FieldProps } from './field-frame.tsx';
import { MoneyField, NumberField, SwitchField } from './number-fields.tsx';
import { JsonField, LanguagesField } from './structured-fields.tsx';
import { IdCardField, PasswordField, PhoneField, TextField } from './text-fields.tsx';
import type { TextFieldProps } from './text-fields.tsx';

/** The fields of a form, their names checked against what the form holds. */
export interface FieldsOf<Name extends string> {
  readonly Text: (props: TextFieldProps<Name>) => ReactNode;
  readonly Password: (props: TextFieldProps<Name>) => ReactNode;
  readonly Phone: (props: FieldProps<Name>) => ReactNode;
  readonly IdCard: (props: FieldProps<Name>) => ReactNode;
  readonly Money: (props: FieldProps<Name> & { readonly isSigned?: boolean }) => ReactNode;
  readonly Number: (props: FieldProps<Name> & { readonly unit?: string }) => ReactNode;
  readonly Switch: (props: FieldProps<Name>) => ReactNode;
  readonly Date: (props: FieldProps<Name> & DayLimits) => ReactNode;
  readonly DateRange: (props: FieldProps<Name> & DayLimits) => ReactNode;
  readonly Moment: (props: FieldProps<Name>) => ReactNode;
  readonly Select: (props: FieldProps<Name> & { readonly options: Choices }) => ReactNode;
  readonly Segmented: (props: FieldProps<Name> & { readonly options: Dictionary }) => ReactNode;
  readonly TreeSelect: (props: FieldProps<Name> & { readonly source: OptionSource }) => ReactNode;
  readonly MultiSelect: (props: FieldProps<Name> & { readonly source: OptionSource }) => ReactNode;
  readonly Cascade: (
    props: FieldProps<Name> & { readonly source: OptionSource; readonly levels: readonly string[] },
  ) => ReactNode;
  readonly CheckTree: (
    props: FieldProps<Name> & { readonly nodes: readonly CheckNode[] },
  ) => ReactNode;
  readonly Address: (props: FieldProps<Name>) => ReactNode;
  readonly Languages: (props: FieldProps<Name> & { readonly maxLength?: number }) => ReactNode;
  readonly Json: (props: FieldProps<Name> & { readonly rows?: number }) => ReactNode;
  readonly File: (props: FileFieldProps<Name>) => ReactNode;
  readonly Image: (props: FileFieldProps<Name> & { readonly aspect?: number }) => ReactNode;
}

const FIELDS: FieldsOf<string> = {
  Text: TextField,
  Password: PasswordField,
  Phone: PhoneField,
  IdCard: IdCardField,
  Money: MoneyField,
  Number: NumberField,
  Switch: SwitchField,
  Date: DateField,
  DateRange: DateRangeField,
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
  Image: ImageField,
};

/**
 * The fields for forms that hold `Values`.
 *
 * @example const { Text, Phone } = fieldsOf<SaveUserForm>();
 */
export function fieldsOf<Values>(): FieldsOf<keyof Values & string> {
  return FIELDS;
}

import type { ReactNode } from 'react';
import type { Dictionary } from '../list/dictionary.ts';
import type { OptionSource } from '../list/option-source.ts';
import {
  MultiSelectField,
  SegmentedField,
  SelectField,
  TreeSelectField,
} from './choice-fields.tsx';
import type { FieldProps } from './field-frame.tsx';
import { IdCardField, MoneyField, PasswordField, PhoneField, TextField } from './text-fields.tsx';
import type { TextFieldProps } from './text-fields.tsx';

/** The fields of a form, their names checked against what the form holds. */
export interface FieldsOf<Name extends string> {
  readonly Text: (props: TextFieldProps<Name>) => ReactNode;
  readonly Password: (props: TextFieldProps<Name>) => ReactNode;
  readonly Phone: (props: FieldProps<Name>) => ReactNode;
  readonly IdCard: (props: FieldProps<Name>) => ReactNode;
  readonly Money: (props: FieldProps<Name> & { readonly isSigned?: boolean }) => ReactNode;
  readonly Select: (props: FieldProps<Name> & { readonly options: Dictionary }) => ReactNode;
  readonly Segmented: (props: FieldProps<Name> & { readonly options: Dictionary }) => ReactNode;
  readonly TreeSelect: (props: FieldProps<Name> & { readonly source: OptionSource }) => ReactNode;
  readonly MultiSelect: (props: FieldProps<Name> & { readonly source: OptionSource }) => ReactNode;
}

const FIELDS: FieldsOf<string> = {
  Text: TextField,
  Password: PasswordField,
  Phone: PhoneField,
  IdCard: IdCardField,
  Money: MoneyField,
  Select: SelectField,
  Segmented: SegmentedField,
  TreeSelect: TreeSelectField,
  MultiSelect: MultiSelectField,
};

/**
 * The fields for forms that hold `Values`.
 *
 * @example const { Text, Phone } = fieldsOf<SaveUserForm>();
 */
export function fieldsOf<Values>(): FieldsOf<keyof Values & string> {
  return FIELDS;
}

import type { ReactNode } from 'react';
import type { Dictionary } from '../list/dictionary.ts';
import type { OptionSource } from '../list/option-source.ts';
import type { Choices } from './choice-fields.tsx';
import type { CheckNode } from './check-tree.ts';
import type { FileFieldProps } from './file-fields.tsx';
import type { DayLimits } from './date-fields.tsx';
import type { FieldProps } from './field-frame.tsx';
import type { FileRule } from '../../validate/validators.ts';
import type { PhoneFieldProps, TextFieldProps } from './text-fields.tsx';

/** The fields of a form, their names checked against what the form holds. */
export interface FieldsOf<Name extends string> {
  readonly Text: (props: TextFieldProps<Name>) => ReactNode;
  readonly Password: (props: TextFieldProps<Name>) => ReactNode;
  readonly Phone: (props: PhoneFieldProps<Name>) => ReactNode;
  readonly IdCard: (props: FieldProps<Name>) => ReactNode;
  readonly Money: (props: FieldProps<Name> & { readonly isSigned?: boolean }) => ReactNode;
  readonly Number: (props: FieldProps<Name> & { readonly unit?: string }) => ReactNode;
  readonly Decimal: (props: FieldProps<Name> & { readonly digits?: number; readonly unit?: string }) => ReactNode;
  readonly Switch: (props: FieldProps<Name>) => ReactNode;
  readonly Date: (props: FieldProps<Name> & DayLimits) => ReactNode;
  readonly DateRange: (props: FieldProps<Name> & DayLimits) => ReactNode;
  readonly TimeOfDay: (props: FieldProps<Name>) => ReactNode;
  readonly Moment: (props: FieldProps<Name>) => ReactNode;
  readonly Select: (props: FieldProps<Name> & { readonly options: Choices }) => ReactNode;
  readonly Segmented: (props: FieldProps<Name> & { readonly options: Dictionary }) => ReactNode;
  readonly TreeSelect: (props: FieldProps<Name> & { readonly source: OptionSource }) => ReactNode;
  readonly MultiSelect: (props: FieldProps<Name> & { readonly source: OptionSource }) => ReactNode;
  readonly Cascade: (
    props: FieldProps<Name> & { readonly source: OptionSource; readonly levels: readonly string[] },
  ) => ReactNode;
  readonly CheckTree: (props: FieldProps<Name> & { readonly nodes: readonly CheckNode[] }) => ReactNode;
  readonly Address: (props: FieldProps<Name>) => ReactNode;
  readonly Languages: (props: FieldProps<Name> & { readonly maxLength?: number; readonly rows?: number }) => ReactNode;
  readonly Json: (props: FieldProps<Name> & { readonly rows?: number }) => ReactNode;
  readonly File: (props: FileFieldProps<Name>) => ReactNode;
  readonly TextFile: (props: FieldProps<Name> & { readonly rule: FileRule }) => ReactNode;
  readonly Image: (props: FileFieldProps<Name> & { readonly aspect?: number }) => ReactNode;
}

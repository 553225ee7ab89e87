import { present } from '../parts/late-part.tsx';
import { lateForm } from './late-form.ts';
import type { FieldsOf } from './form-fields.ts';

const fields = () => present(lateForm).FIELDS;

/** Fields come with the form that they stand in. */
const FIELDS: FieldsOf<string> = {
  Text: (props) => fields().Text(props),
  Password: (props) => fields().Password(props),
  Phone: (props) => fields().Phone(props),
  IdCard: (props) => fields().IdCard(props),
  Money: (props) => fields().Money(props),
  Number: (props) => fields().Number(props),
  Decimal: (props) => fields().Decimal(props),
  Switch: (props) => fields().Switch(props),
  Date: (props) => fields().Date(props),
  DateRange: (props) => fields().DateRange(props),
  TimeOfDay: (props) => fields().TimeOfDay(props),
  Moment: (props) => fields().Moment(props),
  Select: (props) => fields().Select(props),
  Segmented: (props) => fields().Segmented(props),
  TreeSelect: (props) => fields().TreeSelect(props),
  MultiSelect: (props) => fields().MultiSelect(props),
  Cascade: (props) => fields().Cascade(props),
  Address: (props) => fields().Address(props),
  CheckTree: (props) => fields().CheckTree(props),
  Languages: (props) => fields().Languages(props),
  Json: (props) => fields().Json(props),
  File: (props) => fields().File(props),
  TextFile: (props) => fields().TextFile(props),
  Image: (props) => fields().Image(props),
};

/**
 * The fields for forms that hold `Values`.
 *
 * @example const { Text, Phone } = fieldsOf<SaveUserForm>();
 */
export function fieldsOf<Values>(): FieldsOf<keyof Values & string> {
  return FIELDS;
}

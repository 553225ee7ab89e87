import {
  type Expression,
  type ExpressionBuilder,
  type ExtractTypeFromStringReference,
  type RawBuilder,
  type SelectType,
  sql,
  type SqlBool,
  type StringReference,
} from 'kysely';
import { anywhere, beginning, whole } from '../db/like.ts';
import { merchantsSeen } from '../http/merchant-scope.ts';
import { addDays, startOfBusinessDate } from '../modules/platform/policy/index.ts';
import type { Reader, Reading } from './reading.ts';

/** A condition on the rows of a source; null for none. */
type Condition<DB, TB extends keyof DB> =
  | Expression<SqlBool>
  | ((eb: ExpressionBuilder<DB, TB>) => Expression<SqlBool>)
  | null;

/** What a filter's value asks of the rows. Blank values never reach it; `filters` are all that are requested. */
export type Predicate<DB, TB extends keyof DB, Value, Filters = unknown> = (
  value: Value,
  reading: Reading,
  filters: Filters,
) => Condition<DB, TB>;

/** Which rows a person may see at all. */
export type Scope<DB, TB extends keyof DB> = (reader: Reader) => Condition<DB, TB>;

type ValueOf<DB, TB extends keyof DB, Column extends string> = NonNullable<
  SelectType<ExtractTypeFromStringReference<DB, TB, Column>>
>;

/** The conditions that most lists are made of. Columns are those of the list's source, and values of their types. */
export interface Conditions<DB, TB extends keyof DB> {
  is<Column extends StringReference<DB, TB>>(column: Column): Predicate<DB, TB, ValueOf<DB, TB, Column>>;
  oneOf<Column extends StringReference<DB, TB>>(column: Column): Predicate<DB, TB, readonly ValueOf<DB, TB, Column>[]>;
  /** Anywhere in the text, whatever the case; of a value that the person sees masked the whole text. */
  contains(column: StringReference<DB, TB>): Predicate<DB, TB, string>;
  beginsWith(column: StringReference<DB, TB>): Predicate<DB, TB, string>;
  atLeast(column: StringReference<DB, TB>): Predicate<DB, TB, number | string>;
  atMost(column: StringReference<DB, TB>): Predicate<DB, TB, number | string>;
  /** From the beginning of a business day. */
  from(column: StringReference<DB, TB>): Predicate<DB, TB, string>;
  /** Until the end of a business day. */
  to(column: StringReference<DB, TB>): Predicate<DB, TB, string>;
  /** `dayRange` of a moment: business days from and to, both included. */
  days(
    column: StringReference<DB, TB>,
  ): Predicate<DB, TB, { readonly from?: string | undefined; readonly to?: string | undefined }>;
  /** `dayRange` of a date, `centsRange` of money: from and to, both included. */
  between<Bound extends number | string>(
    column: StringReference<DB, TB>,
  ): Predicate<DB, TB, { readonly from?: Bound | undefined; readonly to?: Bound | undefined }>;
  /** The scope of what belongs to a merchant's books, and to no person and no department. */
  ofMerchants(column: StringReference<DB, TB>): Scope<DB, TB>;
}

/** All of those that say something; null for none. */
function every(...parts: readonly (false | RawBuilder<boolean>)[]) {
  const said = parts.filter((part) => part !== false);
  return said.length === 0 ? null : sql<boolean>`${sql.join(said, sql` and `)}`;
}

export function conditions<DB, TB extends keyof DB>(): Conditions<DB, TB> {
  return {
    is: (column) => (value) => sql<boolean>`${sql.ref(column)} = ${value}`,
    oneOf: (column) => (values) => sql<boolean>`${sql.ref(column)} = any(${values})`,
    contains:
      (column) =>
      (text, { isExact }) =>
        sql<boolean>`${sql.ref(column)} ilike ${isExact === true ? whole(text) : anywhere(text)}`,
    beginsWith:
      (column) =>
      (text, { isExact }) =>
        sql<boolean>`${sql.ref(column)} like ${isExact === true ? whole(text) : beginning(text)}`,
    atLeast: (column) => (value) => sql<boolean>`${sql.ref(column)} >= ${value}`,
    atMost: (column) => (value) => sql<boolean>`${sql.ref(column)} <= ${value}`,
    from: (column) => (day) => sql<boolean>`${sql.ref(column)} >= ${startOfBusinessDate(day)}`,
    to: (column) => (day) => sql<boolean>`${sql.ref(column)} < ${startOfBusinessDate(addDays(day, 1))}`,
    days:
      (column) =>
      ({ from, to }) =>
        every(
          from !== undefined && sql<boolean>`${sql.ref(column)} >= ${startOfBusinessDate(from)}`,
          to !== undefined && sql<boolean>`${sql.ref(column)} < ${startOfBusinessDate(addDays(to, 1))}`,
        ),
    between:
      (column) =>
      ({ from, to }) =>
        every(
          from !== undefined && sql<boolean>`${sql.ref(column)} >= ${from}`,
          to !== undefined && sql<boolean>`${sql.ref(column)} <= ${to}`,
        ),
    ofMerchants:
      (column) =>
      ({ caller }) => {
        const merchantNos = merchantsSeen(caller.scope);
        return merchantNos && sql<boolean>`${sql.ref(column)} = any(${merchantNos})`;
      },
  };
}

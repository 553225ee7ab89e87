import type { dataRequest } from '@kituo/sdk/contracts';
import { type RawBuilder, sql } from 'kysely';
import { ERASED, type Person } from './person.ts';

/** The law that stands against erasing. LOAN and MONEY end after the years of the policy, the others do not. */
type Duty = NonNullable<dataRequest.ErasureLine['duty']>;

/** What one table holds of a person: how it is found, what a copy shows of it, and how it is erased. */
export interface Holding {
  /** `customer.profile`: a table and which part of it. */
  readonly holding: string;
  readonly table: string;
  readonly en: string;
  readonly zh: string;
  /** What keeps it; null where nothing does. */
  readonly duty: Duty | null;
  /** Rows of the person, as `t`. */
  readonly where: (person: Person) => RawBuilder<unknown>;
  /** Columns that a copy shows; none where the rows only prove what was done. */
  readonly copy: readonly string[];
  /** What is set, or that the rows go; null where what is kept is kept for good. */
  readonly erase: 'delete' | ((person: Person) => RawBuilder<unknown>) | null;
}

export const ofCustomer = ({ customerNo }: Person) => sql`t.customer_no = ${customerNo}`;
export const ofOrders = ({ orderNos }: Person) => sql`t.order_no = any(${orderNos}::text[])`;
export const ofCases = ({ caseNos }: Person) => sql`t.case_no = any(${caseNos}::text[])`;
export const ofAttempts = ({ attemptIds }: Person) => sql`t.attempt_id = any(${attemptIds}::bigint[])`;
export const ofNumber = ({ phones, merchantNo }: Person) =>
  sql`t.phone = any(${phones}::text[]) and t.merchant_no = ${merchantNo}`;

/** Sets that take the words out of columns and leave the empty ones as they are. */
export const erasedWords = (...columns: readonly string[]) =>
  sql.join(
    columns.map(
      (column) => sql`${sql.ref(column)} = case when ${sql.ref(column)} is null then null else ${ERASED} end`,
    ),
  );

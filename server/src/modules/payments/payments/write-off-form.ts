import type { ErrorName, payment } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { needed } from '../../../needed.ts';
import { flowsWithin } from './reach.ts';
import { lastUseOf } from './read-applications.ts';
import type { WriteOffRequest } from './plan-application.ts';

type Row = payment.WriteOffForm['rows'][number];

/** What the rows of a draft come to so far; one that is committed has an amount in each. */
export const draftedCents = (rows: readonly Pick<Row, 'writeOffAmountCents'>[]): number =>
  rows.reduce((sum, { writeOffAmountCents }) => (writeOffAmountCents === null ? sum : sum + writeOffAmountCents), 0);

/** The refusal of one cell of the write-off table. */
const cell = (error: ErrorName, row: number, field: keyof Row, facts = {}): AppError =>
  new AppError(error, { fields: [`rows.${row}.${field}`], facts });

/**
 * Checks the rows of the form as far as they alone tell: each is whole, above 0 and no order number.
 * @throws AppError FORM_INCOMPLETE, ZERO_AMOUNT_FIELD, AMOUNT_INVALID, SERIAL_EQUALS_ORDER_NO, each with its cell
 */
export async function checkRows(
  db: Queryable,
  { orderNo, rows }: Pick<payment.WriteOffForm, 'orderNo' | 'rows'>,
): Promise<void> {
  for (const [index, row] of rows.entries()) checkFields(row, index);
  await refuseOrderNumbers(db, rows, orderNo);
}

/**
 * What the rows of the form ask for: each a flow we hold, or one that this commit `recorded`, named once. The rest is
 * checked under lock.
 * @throws AppError SERIAL_REPEATED, SERIAL_NOT_FOUND, SERIAL_WRITTEN_OFF, WRITABLE_ZERO, ABOVE_WRITABLE, each with its cell
 */
export async function usesOf(
  db: Queryable,
  scope: DataScope,
  { rows }: Pick<payment.WriteOffForm, 'rows'>,
  recorded: ReadonlySet<string>,
): Promise<WriteOffRequest['uses']> {
  const flowNos = new Map<string, number>();
  const uses: { flowNo: string; amountCents: number }[] = [];
  for (const [index, row] of rows.entries()) {
    const flow = await flowOf(db, scope, row);
    if (!flow) throw cell('SERIAL_NOT_FOUND', index, 'paymentCode');
    if (flowNos.has(flow.flowNo)) throw cell('SERIAL_REPEATED', index, 'paymentCode');
    if (!row.isrecord && !recorded.has(flow.flowNo)) {
      throw cell('SERIAL_REPEATED', index, 'paymentCode', { flowNo: flow.flowNo });
    }
    if (flow.flowStatus === 'APPLIED') {
      const facts = await lastUseOf(db, flow.flowNo);
      throw cell('SERIAL_WRITTEN_OFF', index, 'paymentCode', facts);
    }
    const amountCents = needed(row.writeOffAmountCents, 'an amount that was checked');
    if (flow.writableCents <= 0) throw cell('WRITABLE_ZERO', index, 'writeOffAmountCents');
    if (amountCents > flow.writableCents) {
      throw cell('ABOVE_WRITABLE', index, 'writeOffAmountCents', {
        writableCents: flow.writableCents,
      });
    }
    flowNos.set(flow.flowNo, index);
    uses.push({ flowNo: flow.flowNo, amountCents });
  }
  return uses;
}

function checkFields(row: Row, index: number): void {
  if (row.paymentCode === '') throw cell('FORM_INCOMPLETE', index, 'paymentCode');
  if (row.paymentChannel === '') throw cell('FORM_INCOMPLETE', index, 'paymentChannel');
  const amountCents = row.writeOffAmountCents;
  if (amountCents === null) throw cell('FORM_INCOMPLETE', index, 'writeOffAmountCents');
  if (amountCents === 0) throw cell('ZERO_AMOUNT_FIELD', index, 'writeOffAmountCents');
  if (amountCents < 0) throw cell('AMOUNT_INVALID', index, 'writeOffAmountCents');
}

/** A serial number that is an order's number was typed into the wrong field, whichever order it is. */
async function refuseOrderNumbers(db: Queryable, rows: readonly Row[], orderNo: string): Promise<void> {
  const codes = rows.map(({ paymentCode }) => paymentCode);
  const { rows: found } = await sql<{ code: string }>`
    select order_no as code from loan_order where order_no = any(${codes}::text[])
    union all
    select third_party_order_no from loan_order
      where third_party_order_no = any(${codes}::text[]) and order_no = ${orderNo}`.execute(db);
  const [first] = found;
  if (first) throw cell('SERIAL_EQUALS_ORDER_NO', codes.indexOf(first.code), 'paymentCode');
}

async function flowOf(db: Queryable, scope: DataScope, row: Row) {
  return await db
    .selectFrom('paymentFlow')
    .select(['flowNo', 'flowStatus', 'writableCents'])
    .where('paymentChannel', '=', row.paymentChannel)
    .where('paymentCode', '=', row.paymentCode)
    .where(flowsWithin(scope))
    .executeTakeFirst();
}

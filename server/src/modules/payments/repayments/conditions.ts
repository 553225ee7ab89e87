import { sql, type RawBuilder } from 'kysely';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';

/** Bills that still owe something: the states that days past due are counted in. */
const owing = (status: RawBuilder<unknown>) => sql`${status} in ('ACTIVE', 'CHARGED_OFF')`;

/** `7` or `1-30` days past due, as a range of due dates. */
export function overdueBy(typed: string, dueDate: RawBuilder<unknown>, status: RawBuilder<unknown>) {
  const [from = '0', to = from] = typed.split('-');
  const today = businessDateOf(new Date());
  return sql<boolean>`(${owing(status)} and ${dueDate} between ${addDays(today, -Number(to))}
    and ${addDays(today, -Number(from))})`;
}

/** Orders of the customers who have a phone, or an identity card, of any merchant. */
export const ordersOfPhone = (phone: string) => sql`select o.order_no from loan_order o
  join customer k on k.customer_no = o.customer_no where k.phone = ${phone}`;
export const ordersOfIdCard = (idCardNo: string) => sql`select o.order_no from loan_order o
  join customer k on k.customer_no = o.customer_no where k.id_card_no = ${idCardNo}`;

/** Orders that a payment was used on, or was meant for. */
export const ordersOfSerial = (paymentCode: string) => sql`select f.order_no from payment_flow f
  where f.payment_code = ${paymentCode} and f.order_no is not null
  union select a.order_no from payment_flow f join payment_application a on a.flow_no = f.flow_no
  where f.payment_code = ${paymentCode}`;

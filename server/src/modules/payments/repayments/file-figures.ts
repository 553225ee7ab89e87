import { type Expression, type RawBuilder, sql } from 'kysely';
import type { CopiedColumn } from '../../platform/exports/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';

/** Which rows a file is about, for what is summed beside them. */
export interface Chosen {
  readonly keys: Expression<unknown>;
  readonly isAll: boolean;
}

/** The condition that a column is among them: of all rows nothing is looked up. */
export const among = (column: RawBuilder<unknown>, { keys, isAll }: Chosen): RawBuilder<boolean> =>
  isAll ? sql`true` : sql`${column} in ${keys}`;

/** Days past due of what still owes since a day, which is null where nothing does. */
export const daysOverdue = (since: RawBuilder<unknown>) =>
  sql`greatest(0, coalesce(${businessDateOf(new Date())}::date - ${since}, 0))`;

type Figure =
  | 'due'
  | 'principal'
  | 'interest'
  | 'lateFee'
  | 'managementFee'
  | 'serviceFee'
  | 'excise'
  | 'liquidatedDamages'
  | 'extensionFee'
  | 'paid';

/** What is owed and was paid of a bill, or of all bills of a loan. */
export const figureColumns = (of: Readonly<Record<Figure, RawBuilder<unknown>>>): readonly CopiedColumn[] => [
  { en: 'Amount due (KES)', zh: '应还金额（KES）', field: of.due, is: 'cents' },
  { en: 'Principal outstanding (KES)', zh: '未还本金（KES）', field: of.principal, is: 'cents' },
  { en: 'Interest (KES)', zh: '利息（KES）', field: of.interest, is: 'cents' },
  { en: 'Late fee (KES)', zh: '滞纳金（KES）', field: of.lateFee, is: 'cents' },
  { en: 'Management fee (KES)', zh: '管理费（KES）', field: of.managementFee, is: 'cents' },
  { en: 'Service fee (KES)', zh: '服务费（KES）', field: of.serviceFee, is: 'cents' },
  { en: 'Excise (KES)', zh: '消费税（KES）', field: of.excise, is: 'cents' },
  { en: 'Liquidated damages (KES)', zh: '违约金（KES）', field: of.liquidatedDamages, is: 'cents' },
  { en: 'Extension fee (KES)', zh: '展期服务费（KES）', field: of.extensionFee, is: 'cents' },
  { en: 'Paid (KES)', zh: '实还金额（KES）', field: of.paid, is: 'cents' },
];

export const EXPORT_CODE = { code: 'afterLoan:repayment:export' };

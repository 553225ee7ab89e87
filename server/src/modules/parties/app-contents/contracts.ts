import { type appContent, type ParsedRequestOf, type ReplyOf, appContent as contract } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { maskName } from '../../platform/masking/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { contentsAt } from './rules.ts';

type Variables = Readonly<Record<(typeof contract.CONTRACT_VARIABLES)[number], string>>;

const KES = new Intl.NumberFormat('en-KE', { style: 'currency', currency: 'KES', currencyDisplay: 'code' });

/** What an order keeps of its terms; a term in months falls due by the calendar, whatever its days. */
const contractTerms = z.object({ termDays: z.int(), termMonths: z.optional(z.int()), installments: z.int() });
const counted = (count: number, unit: 'day' | 'month') => `${count} ${unit}${count === 1 ? '' : 's'}`;
const termOf = ({ termDays, termMonths }: z.output<typeof contractTerms>) =>
  termMonths === undefined ? counted(termDays, 'day') : counted(termMonths, 'month');

/** Pure: a template with an order's facts in it. */
export function fillContract(text: string, variables: Variables): string {
  const known = new Map<string, string>(Object.entries(variables));
  return text.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, name: string) => known.get(name) ?? whole);
}

async function variablesOf(db: Queryable, orderNo: string) {
  const order = await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .innerJoin('merchant as m', 'm.merchantNo', 'o.merchantNo')
    .innerJoin('loanProduct as p', 'p.productNo', 'o.productNo')
    .select(['o.merchantNo', 'm.merchantName', 'c.customerName', 'p.productName', 'o.appliedCents', 'o.approvedCents'])
    .select(['o.terms', 'o.applyTime'])
    .where('o.orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!order) return null;
  const { merchantNo, merchantName, customerName, productName, terms } = order;
  const held = contractTerms.safeParse(terms).data;
  const variables: Variables = {
    orderNo,
    customerName,
    merchantName,
    productName,
    amount: KES.format((order.approvedCents ?? order.appliedCents) / 100),
    term: held ? termOf(held) : '-',
    termDays: String(held?.termDays ?? '-'),
    installments: String(held?.installments ?? '-'),
    appliedOn: businessDateOf(order.applyTime),
  };
  return { merchantNo, variables };
}

/** Keeps what a customer agrees to with an application: the contract of the moment, in English. */
export async function signContract(tx: Tx, orderNo: string, at: Date): Promise<void> {
  const found = await variablesOf(tx, orderNo);
  if (!found) return;
  const contents = await contentsAt(tx, found.merchantNo, at);
  const template = contents.find(({ value }) => value.contentType === 'CONTRACT');
  if (!template) return;
  const { ruleId, versionNo, value } = template;
  await tx
    .insertInto('orderContract')
    .values({
      orderNo,
      ruleId,
      versionNo,
      contractTitle: value.title['en'] ?? '-',
      contractText: fillContract(value.content['en'] ?? '-', found.variables),
      signedAt: at,
    })
    .execute();
}

/** @throws AppError NOT_FOUND */
export async function previewContract(
  { ruleId, orderNo }: ParsedRequestOf<typeof appContent.contractPreview>,
  { db, caller }: Call,
): Promise<ReplyOf<typeof appContent.contractPreview>> {
  const rule = await db
    .selectFrom('configRuleNow')
    .select(['merchantNo', 'value'])
    .where('ruleId', '=', ruleId)
    .executeTakeFirst();
  const template = contract.appContentRule.safeParse(rule?.value).data;
  const found = await variablesOf(db, orderNo);
  if (!rule || !found || template?.contentType !== 'CONTRACT') throw new AppError('NOT_FOUND');
  if (rule.merchantNo !== found.merchantNo || !seesMerchant(caller.scope, rule.merchantNo)) {
    throw new AppError('NOT_FOUND');
  }
  const { customerName } = found.variables;
  // The same rule as in lists: a name leaves masked where the person is.
  const shown = caller.isMasked || caller.maskedFields.has('customerName') ? maskName(customerName) : customerName;
  const signed = await db.selectFrom('orderContract').selectAll().where('orderNo', '=', orderNo).executeTakeFirst();
  return {
    filled: {
      title: template.title['en'] ?? '-',
      text: fillContract(template.content['en'] ?? '-', { ...found.variables, customerName: shown }),
    },
    signed: signed
      ? {
          title: signed.contractTitle,
          text: signed.contractText.replaceAll(customerName, shown),
          versionNo: signed.versionNo,
          signedAt: signed.signedAt.toISOString(),
        }
      : null,
  };
}

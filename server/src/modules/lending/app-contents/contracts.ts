import { type appContent, type ParsedRequestOf, type ReplyOf, appContent as contract } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { maskName } from '../../platform/masking/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { loanExample, productTerms } from '../orders/index.ts';
import { contentsAt } from './rules.ts';

type Template = z.output<typeof contract.appContentRule>;
type Variables = Readonly<Record<(typeof contract.CONTRACT_VARIABLES)[number], string>>;

const KES = new Intl.NumberFormat('en-KE', { style: 'currency', currency: 'KES', currencyDisplay: 'code' });

/** What an order keeps of its terms; a term in months falls due by the calendar, whatever its days. */
const contractTerms = z.object({ termDays: z.int(), termMonths: z.optional(z.int()), installments: z.int() });
type Unit = 'day' | 'month';
/** A term in the language of the contract. */
const COUNTED: Readonly<Record<string, (count: number, unit: Unit) => string>> = {
  en: (count, unit) => `${count} ${unit}${count === 1 ? '' : 's'}`,
  sw: (count, unit) => `${unit === 'day' ? 'siku' : count === 1 ? 'mwezi' : 'miezi'} ${count}`,
  zh: (count, unit) => `${count} ${unit === 'day' ? '天' : '个月'}`,
};
function termOf({ termDays, termMonths }: z.output<typeof contractTerms>, language: string): string {
  const counted = COUNTED[language] ?? COUNTED['en'];
  return (termMonths === undefined ? counted?.(termDays, 'day') : counted?.(termMonths, 'month')) ?? '-';
}

const money = (cents: number): string => KES.format(cents / 100);

/** What the loan costs in all and a year, as the offer said it (Central Bank of Kenya, Digital Credit Providers Regulations 2022, disclosure before agreement). */
function costOf(terms: unknown, principalCents: number, on: ReturnType<typeof businessDateOf>) {
  const held = productTerms.safeParse(terms).data;
  if (!held) return { paidOut: '-', totalRepayable: '-', totalCost: '-', apr: '-' };
  const { paidOutCents, repaidCents, totalCostCents, aprPercent } = loanExample(principalCents, held, on);
  return {
    paidOut: money(paidOutCents),
    totalRepayable: money(repaidCents),
    totalCost: money(totalCostCents),
    apr: aprPercent === null ? '-' : `${aprPercent}%`,
  };
}

/** Pure: a template with an order's facts in it. */
export function fillContract(text: string, variables: Variables): string {
  const known = new Map<string, string>(Object.entries(variables));
  return text.replaceAll(/\{\{\s*([^{}]*?)\s*\}\}/g, (whole, name: string) => known.get(name) ?? whole);
}

async function variablesOf(db: Queryable, orderNo: string, spoken: (language: string | null) => string) {
  const order = await db
    .selectFrom('loanOrder as o')
    .innerJoin('customer as c', 'c.customerNo', 'o.customerNo')
    .innerJoin('merchant as m', 'm.merchantNo', 'o.merchantNo')
    .innerJoin('loanProduct as p', 'p.productNo', 'o.productNo')
    .select(['o.merchantNo', 'm.merchantName', 'c.customerName', 'p.productName', 'o.appliedCents', 'o.approvedCents'])
    .select(['o.terms', 'o.applyTime', 'c.speakingLanguage'])
    .where('o.orderNo', '=', orderNo)
    .executeTakeFirst();
  if (!order) return null;
  const { merchantNo, merchantName, customerName, productName, terms } = order;
  const held = contractTerms.safeParse(terms).data;
  const principalCents = order.approvedCents ?? order.appliedCents;
  const appliedOn = businessDateOf(order.applyTime);
  const variables: Variables = {
    orderNo,
    customerName,
    merchantName,
    productName,
    amount: money(principalCents),
    ...costOf(terms, principalCents, appliedOn),
    term: held ? termOf(held, spoken(order.speakingLanguage)) : '-',
    termDays: String(held?.termDays ?? '-'),
    installments: String(held?.installments ?? '-'),
    appliedOn,
  };
  return { merchantNo, variables, language: spoken(order.speakingLanguage) };
}

/** The language of the customer where the template has it, else English. */
const languageIn =
  ({ content }: Pick<Template, 'content'>) =>
  (spoken: string | null): string =>
    spoken !== null && spoken in content ? spoken : 'en';

/** A template in the language that its customer speaks. */
function filledIn({ title, content }: Template, language: string, variables: Variables) {
  return {
    title: title[language] ?? title['en'] ?? '-',
    text: fillContract(content[language] ?? '-', variables),
  };
}

/** The contract that a merchant's applications agree to at a moment; null for none. */
export async function contractOf(db: Queryable, merchantNo: string, language: string, at: Date) {
  const contents = await contentsAt(db, merchantNo, at);
  const template = contents.find(({ value }) => value.contentType === 'CONTRACT');
  if (!template) return null;
  const { versionNo, value } = template;
  return { title: value.title[language] ?? value.title['en'] ?? '-', versionNo, languages: Object.keys(value.content) };
}

/** Keeps what a customer agrees to with an application: the contract of the moment, in their language. */
export async function signContract(tx: Tx, orderNo: string, at: Date): Promise<void> {
  const order = await tx.selectFrom('loanOrder').select('merchantNo').where('orderNo', '=', orderNo).executeTakeFirst();
  if (!order) return;
  const contents = await contentsAt(tx, order.merchantNo, at);
  const template = contents.find(({ value }) => value.contentType === 'CONTRACT');
  if (!template) return;
  const { ruleId, versionNo, value } = template;
  const found = await variablesOf(tx, orderNo, languageIn(value));
  if (!found) return;
  const { title, text } = filledIn(value, found.language, found.variables);
  await tx
    .insertInto('orderContract')
    .values({ orderNo, ruleId, versionNo, contractTitle: title, contractText: text, signedAt: at })
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
  if (!rule || template?.contentType !== 'CONTRACT') throw new AppError('NOT_FOUND');
  const found = await variablesOf(db, orderNo, languageIn(template));
  if (!found) throw new AppError('NOT_FOUND');
  if (rule.merchantNo !== found.merchantNo || !seesMerchant(caller.scope, rule.merchantNo)) {
    throw new AppError('NOT_FOUND');
  }
  const { customerName } = found.variables;
  // The same rule as in lists: a name leaves masked where the person is.
  const shown = caller.isMasked || caller.maskedFields.has('customerName') ? maskName(customerName) : customerName;
  const signed = await db.selectFrom('orderContract').selectAll().where('orderNo', '=', orderNo).executeTakeFirst();
  return {
    filled: filledIn(template, found.language, { ...found.variables, customerName: shown }),
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

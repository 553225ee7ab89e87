import { type ParsedRequestOf, paymentVisual, type ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Call, CallBasics, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';

type Method = paymentVisual.PaymentMethod;
type Shown = paymentVisual.ShownMethod;

const stored = z.array(z.object({ method: paymentVisual.paymentMethod, isShown: z.boolean() }));

/** Before anybody changed it, and for methods that came later: shown, at the end. */
const withAll = (kept: readonly Shown[]): Shown[] => [
  ...kept,
  ...paymentVisual.paymentMethod.options
    .filter((method) => !kept.some((one) => one.method === method))
    .map((method) => ({ method, isShown: true })),
];

/** @throws AppError NOT_FOUND, for one beyond the scope as well */
export async function needMerchant(db: Queryable, merchantNo: string, scope: DataScope) {
  const merchant = await db
    .selectFrom('merchant')
    .select(['merchantNo', 'merchantName'])
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant || !seesMerchant(scope, merchantNo)) throw new AppError('NOT_FOUND', { fields: ['merchantNo'] });
  return merchant;
}

/** The methods of a merchant, in their order, each shown or not. */
export async function methodsOf(db: Queryable, merchantNo: string) {
  const row = await db
    .selectFrom('paymentVisual as v')
    .innerJoin('appUser as u', 'u.userNo', 'v.updatedBy')
    .select(['v.methods', 'v.updatedAt', 'v.version', 'u.realName'])
    .where('v.merchantNo', '=', merchantNo)
    .executeTakeFirst();
  return {
    methods: withAll(row ? stored.parse(row.methods) : []),
    version: row?.version ?? 0,
    updatedByName: row?.realName ?? null,
    updatedAt: row?.updatedAt ?? null,
  };
}

/** Where the money of a method goes: an enabled receiving account of the merchant. */
export interface PayTo {
  readonly payTo: string | null;
  readonly accountName: string | null;
}

/** The methods that an account stands behind. The server's own paybill is known by its settings. */
export async function offeredMethods(
  db: Queryable,
  { engine, settings }: Pick<CallBasics['services'], 'engine' | 'settings'>,
  merchantNo: string,
): Promise<ReadonlyMap<Method, PayTo>> {
  const accounts = await db
    .selectFrom('repayAccount')
    .select(['accountId', 'paymentChannel', 'codeRule', 'accountName', 'accountNo', 'shortCode', 'rangeFrom'])
    .where('enabled', '=', true)
    .where(sql<boolean>`(merchant_nos = '{}' or ${merchantNo} = any(merchant_nos))`)
    // A merchant's own account goes before one of all merchants.
    .orderBy(sql`merchant_nos = '{}'`)
    .orderBy('accountId')
    .execute();
  const offered = new Map<Method, PayTo>();
  const paybill = accounts.find(({ paymentChannel, shortCode }) => paymentChannel === 'MPESA' && shortCode !== null);
  if (paybill) {
    const own = paybill.accountId === 'MPESA_PAYBILL' ? settings.gateways.mpesa?.paybill : undefined;
    offered.set('PAYBILL', { payTo: own ?? paybill.shortCode, accountName: paybill.accountName });
    if (engine.gateways.money !== null) offered.set('MPESA_PROMPT', { payTo: null, accountName: null });
  }
  const virtual = accounts.find(({ codeRule, rangeFrom }) => codeRule === 'VIRTUAL' && rangeFrom !== null);
  if (virtual) offered.set('VIRTUAL_ACCOUNT', { payTo: virtual.shortCode, accountName: virtual.accountName });
  const bank = accounts.find(({ paymentChannel, accountNo }) => paymentChannel === 'BANK' && accountNo !== null);
  if (bank) offered.set('BANK_TRANSFER', { payTo: bank.accountNo, accountName: bank.accountName });
  return offered;
}

/** What customers of a merchant see, in their order. */
export async function shownMethods(db: Queryable, merchantNo: string): Promise<ReadonlySet<Method>> {
  const { methods } = await methodsOf(db, merchantNo);
  return new Set(methods.flatMap(({ method, isShown }) => (isShown ? [method] : [])));
}

export async function readVisual(
  { merchantNo }: ParsedRequestOf<typeof paymentVisual.visual>,
  { db, caller, services }: Call,
): Promise<ReplyOf<typeof paymentVisual.visual>> {
  await needMerchant(db, merchantNo, caller.scope);
  const { methods, updatedByName, updatedAt } = await methodsOf(db, merchantNo);
  const offered = await offeredMethods(db, services, merchantNo);
  const waiting = await db
    .selectFrom('changeRequest')
    .select('changeNo')
    .where('kind', '=', 'paymentVisual.save')
    .where('subjectNo', '=', merchantNo)
    .where('changeState', '=', 'PENDING')
    .executeTakeFirst();
  return {
    merchantNo,
    methods: methods.map(({ method, isShown }) => ({ method, isShown, isOffered: offered.has(method) })),
    updatedByName,
    updatedAt: updatedAt?.toISOString() ?? null,
    hasPending: waiting !== undefined,
  };
}

/** What the app of a merchant offers; a merchant that nobody knows offers nothing. */
export async function methodsForApp(
  { merchantNo }: ParsedRequestOf<typeof paymentVisual.forApp>,
  { db, services }: Pick<CallBasics, 'db' | 'services'>,
): Promise<ReplyOf<typeof paymentVisual.forApp>> {
  const known = await db
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!known) return [];
  const offered = await offeredMethods(db, services, merchantNo);
  return [...(await shownMethods(db, merchantNo))].flatMap((method) => {
    const payTo = offered.get(method);
    return payTo ? [{ method, ...payTo }] : [];
  });
}

import type { marketProduct, ParsedRequestOf } from '@kituo/sdk/contracts';
import * as z from 'zod/mini';
import type { Queryable, Tx } from '../../../db/database.ts';
import { lockOne } from '../../../db/lock-one.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext, DataScope } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { type ChangeKind, requestChange } from '../../platform/changes/index.ts';
import { businessDateOf } from '../../platform/policy/index.ts';
import { refuseStrangeLogo } from './logos.ts';

type Form = marketProduct.MarketProductForm;

/** A partner's product with nobody else at it. @throws AppError NOT_FOUND */
export async function lockProduct(tx: Tx, marketProductNo: string, scope: DataScope) {
  const one = tx
    .selectFrom('partnerProduct as p')
    .innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode')
    .selectAll('p')
    .select(['f.merchantNo', 'f.isEnabled', 'f.licenceExpiresOn'])
    .where('p.marketProductNo', '=', marketProductNo);
  return await lockOne(tx, one, {
    missing: 'NOT_FOUND',
    subject: `marketProduct ${marketProductNo}`,
    state: ({ version }) => version,
    isSeen: ({ merchantNo }) => seesMerchant(scope, merchantNo),
  });
}

/** Of a partner of the caller's merchants. @throws AppError REFERENCE_UNKNOWN */
async function needPlatform(db: Queryable, platformCode: string, scope: DataScope): Promise<void> {
  const found = await db
    .selectFrom('partnerPlatform')
    .select('merchantNo')
    .where('platformCode', '=', platformCode)
    .where('isEnabled', '=', true)
    .executeTakeFirst();
  if (!found || !seesMerchant(scope, found.merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['platformCode'] });
  }
}

/** Drafts a product, or changes one that customers do not see; another address has to be checked again. */
export async function saveProduct(
  { marketProductNo, version, form }: ParsedRequestOf<typeof marketProduct.save>,
  call: CommandContext,
) {
  const { tx, caller } = call;
  await needPlatform(tx, form.platformCode, caller.scope);
  const before = marketProductNo === undefined ? null : await lockProduct(tx, marketProductNo, caller.scope);
  if (before && before.version !== version) throw new AppError('STALE');
  if (before?.productStatus === 'ON_SHELF') throw new AppError('ILLEGAL_TRANSITION');
  await refuseStrangeLogo(tx, form);
  const { billingMode: _mode, ...terms } = form;
  const columns = {
    ...terms,
    logo: terms.logo && JSON.stringify(terms.logo),
    otherNames: JSON.stringify(terms.otherNames),
  };
  const saved = before
    ? await tx
        .updateTable('partnerProduct')
        .set({
          ...columns,
          version: before.version + 1,
          ...(before.applyUrl !== form.applyUrl && { linkHealth: 'UNCHECKED' as const, linkCheckedAt: null }),
        })
        .where('marketProductNo', '=', before.marketProductNo)
        .returning(['marketProductNo', 'productStatus'])
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto('partnerProduct')
        .values(columns)
        .returning(['marketProductNo', 'productStatus'])
        .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: before ? 'marketProduct.update' : 'marketProduct.save',
    subjectType: 'marketProduct',
    subjectNo: saved.marketProductNo,
    ...(before && { before: changedOf(before, terms) }),
    after: terms,
  });
  return saved;
}

/** What a row had of the fields that the form changes. */
const changedOf = (before: Omit<Form, 'billingMode'>, columns: Omit<Form, 'billingMode'>) =>
  Object.fromEntries(Object.keys(columns).map((key) => [key, before[key as keyof typeof columns]]));

const payload = z.strictObject({ marketProductNo: z.string() });

/** Customers see a product once somebody else agreed. */
export const onShelfKind: ChangeKind<z.output<typeof payload>> = {
  kind: 'marketProduct.onShelf',
  family: 'marketProduct',
  title: { en: 'Put partner product on shelf', zh: '贷超产品上架' },
  checkerCode: 'supermarket:config:audit',
  payload,
  async describe(db, { marketProductNo }) {
    const row = await db
      .selectFrom('partnerProduct as p')
      .innerJoin('partnerPlatform as f', 'f.platformCode', 'p.platformCode')
      .selectAll('p')
      .select('f.merchantNo')
      .where('p.marketProductNo', '=', marketProductNo)
      .executeTakeFirst();
    if (!row) throw new AppError('NOT_FOUND');
    const { productName, productStatus, merchantNo, version, linkHealth } = row;
    return {
      subjectNo: marketProductNo,
      subjectName: productName,
      before: { productStatus, linkHealth },
      after: { productStatus: 'ON_SHELF', linkHealth },
      concerns: [],
      merchantNos: [merchantNo],
      state: { version },
    };
  },
  async apply({ marketProductNo }, call) {
    const { tx, caller } = call;
    const before = await lockProduct(tx, marketProductNo, caller.scope);
    if (before.productStatus === 'ON_SHELF') throw new AppError('ILLEGAL_TRANSITION');
    if (!before.isEnabled) throw new AppError('PARTNER_DISABLED');
    if (before.licenceExpiresOn < businessDateOf(new Date())) throw new AppError('PARTNER_LICENCE');
    if (before.linkHealth !== 'HEALTHY') throw new AppError('LINK_BROKEN');
    await setStatus(call, before, 'ON_SHELF', undefined);
    return { marketProductNo };
  },
};

export async function askOnShelf(
  { marketProductNo, reason }: ParsedRequestOf<typeof marketProduct.onShelf>,
  call: CommandContext,
) {
  return { changeNo: await requestChange(onShelfKind, { marketProductNo }, call, reason) };
}

/** Customers no longer see it, at once. */
export async function takeOff(
  { marketProductNo, reason }: ParsedRequestOf<typeof marketProduct.offShelf>,
  call: CommandContext,
) {
  const before = await lockProduct(call.tx, marketProductNo, call.caller.scope);
  if (before.productStatus !== 'ON_SHELF') throw new AppError('ILLEGAL_TRANSITION');
  await setStatus(call, before, 'OFF_SHELF', reason);
  return { marketProductNo, productStatus: 'OFF_SHELF' as const };
}

/** Every product of a partner leaves the shelf; answers how many did. */
export async function takeOffAll(platformCode: string, call: CommandContext, reason: string): Promise<number> {
  const shelved = await call.tx
    .selectFrom('partnerProduct')
    .select('marketProductNo')
    .where('platformCode', '=', platformCode)
    .where('productStatus', '=', 'ON_SHELF')
    .orderBy('marketProductNo')
    .execute();
  for (const { marketProductNo } of shelved) {
    await setStatus(call, await lockProduct(call.tx, marketProductNo, call.caller.scope), 'OFF_SHELF', reason);
  }
  return shelved.length;
}

async function setStatus(
  call: CommandContext,
  before: Awaited<ReturnType<typeof lockProduct>>,
  productStatus: 'ON_SHELF' | 'OFF_SHELF',
  reason: string | undefined,
): Promise<void> {
  const { marketProductNo, version } = before;
  await call.tx
    .updateTable('partnerProduct')
    .set({ productStatus, version: version + 1 })
    .where('marketProductNo', '=', marketProductNo)
    .execute();
  await writeAudit(call.tx, call, {
    action: productStatus === 'ON_SHELF' ? 'marketProduct.onShelf' : 'marketProduct.offShelf',
    subjectType: 'marketProduct',
    subjectNo: marketProductNo,
    merchantNo: before.merchantNo,
    before: { productStatus: before.productStatus },
    after: { productStatus },
    ...(reason !== undefined && { reason }),
  });
}

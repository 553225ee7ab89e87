import type { ParsedRequestOf, product, ReplyOf } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { saveDraft, submitVersion } from '../../platform/configuration/index.ts';
import { addDays, businessDateOf } from '../../platform/policy/index.ts';
import { lockProduct, versionsInForce } from './store.ts';
import { productTermsFamily, subjectOf } from './terms-family.ts';

/**
 * The same product for other merchants: each gets its own, disabled, with the terms in force submitted for approval. One
 * that has a product of this name keeps it.
 * @throws AppError PRODUCT_NOT_FOUND, PRODUCT_WITHOUT_TERMS, REFERENCE_UNKNOWN, and for the terms as their form does
 */
export async function copyProduct(
  { productNo, merchantNos, reason }: ParsedRequestOf<typeof product.copy>,
  call: CommandContext,
): Promise<ReplyOf<typeof product.copy>> {
  const { tx, caller } = call;
  const source = await lockProduct(tx, productNo, caller.scope);
  const terms = (await versionsInForce(tx, [productNo], new Date())).get(productNo)?.terms;
  if (!terms) throw new AppError('PRODUCT_WITHOUT_TERMS');
  const to = [...new Set(merchantNos)].filter((merchantNo) => merchantNo !== source.merchantNo).toSorted();
  const known = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', 'in', [...to, ''])
    .execute();
  if (to.length === 0 || known.length < to.length || to.some((one) => !seesMerchant(caller.scope, one))) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNos'] });
  }
  const copied: string[] = [];
  for (const merchantNo of to) {
    const made = await add(source.productName, { merchantNo, from: productNo }, call);
    if (made === null) continue;
    const { versionId, version } = await saveDraft(
      {
        configKey: productTermsFamily.key,
        subjectNo: subjectOf({ merchantNo, productNo: made }),
        value: terms,
        effectiveFrom: addDays(businessDateOf(new Date()), 1),
        reason,
      },
      call,
    );
    await submitVersion({ versionId, version }, call);
    copied.push(made);
  }
  await writeAudit(tx, call, {
    action: 'product.copied',
    subjectType: 'product',
    subjectNo: productNo,
    merchantNo: source.merchantNo,
    after: { merchantNos: to.join(', '), copied: copied.length },
    reason,
  });
  return { copied, known: to.length - copied.length };
}

/** Null where the merchant has a product of this name. */
async function add(
  productName: string,
  { merchantNo, from }: { readonly merchantNo: string; readonly from: string },
  call: CommandContext,
): Promise<string | null> {
  const { tx } = call;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`products ${merchantNo}`}, 0))`.execute(tx);
  const same = await tx
    .selectFrom('loanProduct')
    .select('productNo')
    .where('merchantNo', '=', merchantNo)
    .where('productName', '=', productName)
    .executeTakeFirst();
  if (same) return null;
  const { productNo } = await tx
    .insertInto('loanProduct')
    .values({ merchantNo, productName, isEnabled: false })
    .returning('productNo')
    .executeTakeFirstOrThrow();
  noteMade(tx, `product ${productNo}`);
  await writeAudit(tx, call, {
    action: 'product.saved',
    subjectType: 'product',
    subjectNo: productNo,
    merchantNo,
    after: { productName, isEnabled: false, from },
  });
  return productNo;
}

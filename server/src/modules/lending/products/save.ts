import type { ParsedRequestOf, product } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import { noteMade } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { CommandContext } from '../../../http/implement.ts';
import { seesMerchant } from '../../../http/merchant-scope.ts';
import { writeAudit } from '../../platform/audit/index.ts';
import { lockProduct } from './store.ts';

type Form = ParsedRequestOf<typeof product.save>;

/**
 * A new product lends nothing: it is disabled until it has terms and two people put it on offer.
 * @throws AppError REFERENCE_UNKNOWN, PRODUCT_NOT_FOUND, STALE, NOTHING_CHANGES, PRODUCT_NAME_TAKEN
 */
export async function saveProduct(form: Form, call: CommandContext) {
  const { tx, caller } = call;
  const { merchantNo } = form;
  if (!seesMerchant(caller.scope, merchantNo)) {
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  await sql`select pg_advisory_xact_lock(hashtextextended(${`products ${merchantNo}`}, 0))`.execute(tx);
  return form.productNo === undefined ? await add(tx, form, call) : await rename(tx, form, form.productNo, call);
}

async function refuseSameName(tx: Tx, { merchantNo, productName }: Form): Promise<void> {
  const same = await tx
    .selectFrom('loanProduct')
    .select('productNo')
    .where('merchantNo', '=', merchantNo)
    .where('productName', '=', productName)
    .executeTakeFirst();
  if (same) throw new AppError('PRODUCT_NAME_TAKEN', { fields: ['productName'] });
}

async function add(tx: Tx, form: Form, call: CommandContext) {
  const { merchantNo, productName } = form;
  const merchant = await tx
    .selectFrom('merchant')
    .select('merchantNo')
    .where('merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (!merchant) throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  await refuseSameName(tx, form);
  const made = await tx
    .insertInto('loanProduct')
    .values({ merchantNo, productName, isEnabled: false })
    .returning(['productNo', 'version'])
    .executeTakeFirstOrThrow();
  noteMade(tx, `product ${made.productNo}`);
  await writeAudit(tx, call, {
    action: 'product.saved',
    subjectType: 'product',
    subjectNo: made.productNo,
    merchantNo,
    after: { productName, isEnabled: false },
  });
  return made;
}

async function rename(tx: Tx, form: Form, productNo: string, call: CommandContext) {
  const { merchantNo, productName, version } = form;
  const before = await lockProduct(tx, productNo, call.caller.scope);
  if (before.merchantNo !== merchantNo) throw new AppError('PRODUCT_NOT_FOUND');
  if (before.version !== version) throw new AppError('STALE');
  if (before.productName === productName) throw new AppError('NOTHING_CHANGES');
  await refuseSameName(tx, form);
  const renamed = await tx
    .updateTable('loanProduct')
    .set((eb) => ({ productName, version: eb('version', '+', 1) }))
    .where('productNo', '=', productNo)
    .returning(['productNo', 'version'])
    .executeTakeFirstOrThrow();
  await writeAudit(tx, call, {
    action: 'product.saved',
    subjectType: 'product',
    subjectNo: productNo,
    merchantNo,
    before: { productName: before.productName },
    after: { productName },
  });
  return renamed;
}

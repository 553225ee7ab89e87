import type { contactRight } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import { countedTo } from '../../../db/counted.ts';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { ContactBlockTable } from '../../../db/collection-schema.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller, DataScope } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { maskPhone } from '../../platform/masking/index.ts';

export type ContactBlock = Selectable<ContactBlockTable>;

export type BlockTarget = { readonly customerNo: string } | { readonly merchantNo: string; readonly phone: string };

/** The customer within the scope, or the merchant a number is blocked at. */
async function booksOf(db: Queryable, target: BlockTarget, scope: DataScope): Promise<string> {
  if (!('customerNo' in target)) {
    if (seesMerchant(scope, target.merchantNo)) {
      const merchant = await db
        .selectFrom('merchant')
        .select('merchantNo')
        .where('merchantNo', '=', target.merchantNo)
        .executeTakeFirst();
      if (merchant) return merchant.merchantNo;
    }
    throw new AppError('REFERENCE_UNKNOWN', { fields: ['merchantNo'] });
  }
  return (await customerWithin(db, target.customerNo, scope)).merchantNo;
}

/** @throws AppError CUSTOMER_NOT_FOUND */
export async function customerWithin(db: Queryable, customerNo: string, scope: DataScope) {
  const customer = await db
    .selectFrom('customer')
    .select(['customerNo', 'merchantNo', 'phone'])
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  if (!customer || !seesMerchant(scope, customer.merchantNo)) {
    throw new AppError('CUSTOMER_NOT_FOUND', { fields: ['customerNo'] });
  }
  return customer;
}

/**
 * Shuts the contact gate for a customer or a number, whoever's books it calls from, at once.
 * @throws AppError CUSTOMER_NOT_FOUND, REFERENCE_UNKNOWN, CONTACT_BLOCK_STANDS
 */
export async function placeBlock(
  tx: Tx,
  block: BlockTarget & { readonly blockKind: contactRight.BlockKind; readonly note: string },
  who: { readonly userNo: string; readonly scope: DataScope },
): Promise<ContactBlock> {
  const { blockKind, note } = block;
  const merchantNo = await booksOf(tx, block, who.scope);
  const target = 'customerNo' in block ? { customerNo: block.customerNo } : { phone: block.phone };
  const written = await tx
    .insertInto('contactBlock')
    .values({ ...target, blockKind, note, merchantNo, setBy: who.userNo })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!written) {
    const field = 'customerNo' in block ? 'customerNo' : 'phone';
    throw new AppError('CONTACT_BLOCK_STANDS', { fields: [field] });
  }
  return written;
}

/** Locks a block that stands. @throws AppError CONTACT_BLOCK_NOT_FOUND, ILLEGAL_TRANSITION where it was lifted */
export async function lockBlock(tx: Tx, blockId: number, scope: DataScope): Promise<ContactBlock> {
  const block = await tx
    .selectFrom('contactBlock')
    .selectAll()
    .where('blockId', '=', blockId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!block || !(await seesBlock(tx, block, scope))) throw new AppError('CONTACT_BLOCK_NOT_FOUND');
  noteState(tx, `contact block ${blockId}`, block.version);
  if (block.liftedAt !== null) {
    const facts = { subject: 'contact block', state: 'LIFTED', command: 'lift' };
    throw new AppError('ILLEGAL_TRANSITION', { facts });
  }
  return block;
}

/** A block that was set without books is its customer's merchant's. */
export async function seesBlock(
  db: Queryable,
  { merchantNo, customerNo }: Pick<ContactBlock, 'merchantNo' | 'customerNo'>,
  scope: DataScope,
): Promise<boolean> {
  if (merchantNo !== null) return seesMerchant(scope, merchantNo);
  if (customerNo === null) return scope === 'all';
  const customer = await db
    .selectFrom('customer')
    .select('merchantNo')
    .where('customerNo', '=', customerNo)
    .executeTakeFirst();
  return customer !== undefined && seesMerchant(scope, customer.merchantNo);
}

type Request = (typeof contactRight.blockPage.request)['_zod']['output'];

const LIFTERS = [
  'customerService:customer:contact',
  'customerService:feedback:dispute',
  'merchant:contactBlacklist:remove',
];

/** A page of the blocks that match. */
export async function findBlocks(db: Queryable, { scope, codes }: Caller, request: Request) {
  const { filters, sort, page, pageSize } = request;
  const { blockKind, customerNo, phone, merchantNo, isStanding } = filters;
  const merchantNos = merchantsSeen(scope);
  const books = sql<string | null>`coalesce(b.merchant_no, c.merchant_no)`;
  let found = db.selectFrom('contactBlock as b').leftJoin('customer as c', 'c.customerNo', 'b.customerNo');
  if (merchantNos) found = found.where(sql<boolean>`${books} = any(${merchantNos})`);
  if (blockKind) found = found.where('b.blockKind', '=', blockKind);
  if (customerNo) found = found.where('b.customerNo', '=', customerNo);
  if (phone) {
    found = found.where((eb) => eb.or([eb('b.phone', '=', phone), eb('c.phone', '=', phone)]));
  }
  if (merchantNo) found = found.where(sql<boolean>`${books} = ${merchantNo}`);
  if (isStanding !== undefined) {
    found = found.where('b.liftedAt', isStanding ? 'is' : 'is not', null);
  }
  const direction = sort?.direction ?? 'desc';
  const rows = await found
    .leftJoin('appUser as s', 's.userNo', 'b.setBy')
    .leftJoin('appUser as l', 'l.userNo', 'b.liftedBy')
    .select(['b.blockId', 'b.blockKind', books.as('merchantNo'), 'b.customerNo', 'b.phone'])
    .select(['b.note', 's.realName as setByName', 'b.setAt', 'l.realName as liftedByName'])
    .select('b.liftedAt')
    .orderBy('b.setAt', direction)
    .orderBy('b.blockId', direction)
    .offset((page - 1) * pageSize)
    .limit(pageSize)
    .execute();
  const counted = await found.select(sql<number>`count(*)`.as('total')).executeTakeFirst();
  const total = counted?.total ?? 0;
  const mayLift = LIFTERS.some((code) => codes.has(code));
  return {
    rows: rows.map((row) => ({
      ...row,
      phone: row.phone === null ? null : maskPhone(row.phone),
      setAt: row.setAt.toISOString(),
      liftedAt: row.liftedAt?.toISOString() ?? null,
      allowedActions: mayLift && row.liftedAt === null ? ['lift' as const] : [],
    })),
    ...countedTo(total),
  };
}

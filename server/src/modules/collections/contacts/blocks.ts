import { contactRight } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import type { ContactBlockTable } from '../../../db/collection-schema.ts';
import { noteState } from '../../../db/tx-notes.ts';
import { AppError } from '../../../http/app-error.ts';
import type { DataScope } from '../../../http/implement.ts';
import { merchantsSeen, seesMerchant } from '../../../http/merchant-scope.ts';
import { defineList } from '../../../lists/index.ts';

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
  block: BlockTarget & {
    readonly blockKind: contactRight.BlockKind;
    readonly note: string;
    /** All channels, for good and by hand unless said otherwise. */
    readonly how?: Partial<Pick<ContactBlock, 'blockScopes' | 'expiresAt' | 'feedbackNo' | 'blockSource'>>;
  },
  who: { readonly userNo: string; readonly scope: DataScope },
): Promise<ContactBlock> {
  const { blockKind, note, how = {} } = block;
  const merchantNo = await booksOf(tx, block, who.scope);
  const target: { readonly customerNo: string } | { readonly phone: string } =
    'customerNo' in block ? { customerNo: block.customerNo } : { phone: block.phone };
  // One that came to its end makes room for the next.
  await tx
    .updateTable('contactBlock')
    .set((eb) => ({ liftedAt: eb.ref('expiresAt') }))
    .where('blockKind', '=', blockKind)
    .where('liftedAt', 'is', null)
    .where('expiresAt', '<=', new Date())
    .where((eb) => ('phone' in target ? eb('phone', '=', target.phone) : eb('customerNo', '=', target.customerNo)))
    .execute();
  const written = await tx
    .insertInto('contactBlock')
    .values({ ...target, ...how, blockKind, note, merchantNo, setBy: who.userNo })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!written) {
    const field = 'customerNo' in block ? 'customerNo' : 'phone';
    throw new AppError('CONTACT_BLOCK_STANDS', { fields: [field] });
  }
  return written;
}

/** What stands for fewer channels, or until a day, makes room for one that is for all and for good. */
async function liftNarrower(tx: Tx, phone: string, blockKind: 'OBJECTED' | 'OPT_OUT'): Promise<void> {
  await tx
    .updateTable('contactBlock')
    .set({ liftedAt: sql<Date>`least(expires_at, now())` })
    .where('phone', '=', phone)
    .where('blockKind', '=', blockKind)
    .where('liftedAt', 'is', null)
    .where(sql<boolean>`(expires_at is not null or not 'ALL' = any(block_scopes))`)
    .execute();
}

/** Closes every channel to a number because its owner replied STOP: nobody sets it. */
export async function stopContact(
  tx: Tx,
  { phone, merchantNo }: { readonly phone: string; readonly merchantNo: string | null },
): Promise<void> {
  await liftNarrower(tx, phone, 'OBJECTED');
  await tx
    .insertInto('contactBlock')
    .values({ phone, merchantNo, blockKind: 'OBJECTED', note: 'Replied STOP by SMS', setBy: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Closes every channel to offers, and to nothing else, because the number's owner said so by its link. */
export async function stopOffers(
  tx: Tx,
  { phone, merchantNo }: { readonly phone: string; readonly merchantNo: string },
): Promise<void> {
  await liftNarrower(tx, phone, 'OPT_OUT');
  await tx
    .insertInto('contactBlock')
    .values({ phone, merchantNo, blockKind: 'OPT_OUT', note: 'Opted out by link', setBy: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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

const LIFTERS = [
  'customerService:customer:contact',
  'customerService:feedback:dispute',
  'merchant:contactBlacklist:remove',
];

const books = sql<string | null>`coalesce(b.merchant_no, c.merchant_no)`;

/** Numbers and customers who must not be contacted. */
export const blocks = defineList(
  contactRight.blockPage,
  (db) => db.selectFrom('contactBlock as b').leftJoin('customer as c', 'c.customerNo', 'b.customerNo'),
  (by) => ({
    scope: ({ caller }) => {
      const merchantNos = merchantsSeen(caller.scope);
      return merchantNos && sql<boolean>`${books} = any(${merchantNos})`;
    },
    key: 'b.blockId',
    filters: {
      blockKind: by.is('b.blockKind'),
      customerNo: by.is('b.customerNo'),
      phone: (phone) => (eb) => eb.or([eb('b.phone', '=', phone), eb('c.phone', '=', phone)]),
      merchantNo: (merchantNo) => sql<boolean>`${books} = ${merchantNo}`,
      isStanding: (is) => (eb) => eb('b.liftedAt', is ? 'is' : 'is not', null),
    },
    sorts: { setAt: 'b.setAt' },
    first: [['b.setAt', 'desc']],
    select: (query) =>
      query
        .leftJoin('appUser as s', 's.userNo', 'b.setBy')
        .leftJoin('appUser as l', 'l.userNo', 'b.liftedBy')
        .select(['b.blockId', 'b.blockKind', books.as('merchantNo'), 'b.customerNo', 'b.phone'])
        .select(['b.note', 's.realName as setByName', 'b.setAt', 'l.realName as liftedByName', 'b.liftedAt']),
    row: (row, { caller }) => ({
      ...row,
      setAt: row.setAt.toISOString(),
      liftedAt: row.liftedAt?.toISOString() ?? null,
      allowedActions: row.liftedAt === null && LIFTERS.some((code) => caller.codes.has(code)) ? ['lift' as const] : [],
    }),
    personal: { phone: 'phone' },
  }),
);

import type { Queryable } from '../../../db/database.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Caller, DataScope } from '../../../http/implement.ts';
import { isListed } from '../../parties/blacklist/index.ts';
import { visibilityOf } from '../../staff/roles/index.ts';
import { ordersWithin, type ProductTerms, productTerms } from '../../lending/orders/index.ts';

/**
 * An order of the caller's data scope with its customer, merchant and product. Another's answers like one
 * that does not exist.
 * @throws AppError ORDER_NOT_FOUND
 */
export async function findOrder(
  db: Queryable,
  { scope }: Pick<Caller, 'scope'>,
  orderNo: string,
): Promise<OrderRecord> {
  return await readOrder(db, scope, orderNo);
}

/** As `findOrder`, for what runs without a caller. @throws AppError ORDER_NOT_FOUND */
export async function readOrder(db: Queryable, scope: DataScope, orderNo: string): Promise<OrderRecord> {
  const row = await selectOrder(db)
    .where('loanOrder.orderNo', '=', orderNo)
    .where(ordersWithin(scope))
    .executeTakeFirst();
  if (!row) throw new AppError('ORDER_NOT_FOUND');
  return { ...row, terms: productTerms.parse(row.terms) };
}

type OrderColumns = Awaited<ReturnType<ReturnType<typeof selectOrder>['execute']>>[number];

/** An order with everything about it that is in columns; unmasked, never sent as it is. */
export interface OrderRecord extends Omit<OrderColumns, 'terms'> {
  readonly terms: ProductTerms;
}

/** True where the caller's data scope takes the order in. */
export async function seesOrder(db: Queryable, caller: Caller, orderNo: string): Promise<boolean> {
  const found = await db
    .selectFrom('loanOrder')
    .select('orderNo')
    .where('orderNo', '=', orderNo)
    .where(ordersWithin(caller.scope))
    .executeTakeFirst();
  return found !== undefined;
}

/** As `findOrder`, for what lies behind the header. @throws AppError ORDER_DETAILS_HIDDEN */
export async function findDetails(db: Queryable, caller: Caller, orderNo: string): Promise<OrderRecord> {
  const order = await findOrder(db, caller, orderNo);
  const { hidesDetails } = await visibilityOf(db, caller);
  if (hidesDetails) throw new AppError('ORDER_DETAILS_HIDDEN');
  return order;
}

/** As `findDetails`, for the customer's contacts. @throws AppError ADDRESS_BOOK_HIDDEN */
export async function findAddressBook(db: Queryable, caller: Caller, orderNo: string): Promise<OrderRecord> {
  const order = await findOrder(db, caller, orderNo);
  const { hidesDetails, hidesAddressBook } = await visibilityOf(db, caller);
  if (hidesDetails || hidesAddressBook) throw new AppError('ADDRESS_BOOK_HIDDEN');
  return order;
}

function selectOrder(db: Queryable) {
  return db
    .selectFrom('loanOrder')
    .innerJoin('customer', 'customer.customerNo', 'loanOrder.customerNo')
    .innerJoin('merchant', 'merchant.merchantNo', 'loanOrder.merchantNo')
    .innerJoin('loanProduct', 'loanProduct.productNo', 'loanOrder.productNo')
    .leftJoin('appUser as auditor', 'auditor.userNo', 'loanOrder.auditorUserNo')
    .selectAll('loanOrder')
    .select(['customer.customerName', 'customer.phone', 'customer.idCardNo', 'customer.sex'])
    .select(['customer.birthDate', 'customer.payDay', 'customer.employer', 'customer.county'])
    .select(['customer.monthlyIncomeCents', 'customer.speakingLanguage'])
    .select(['merchant.merchantName', 'merchant.companyName', 'merchant.orgName'])
    .select(['loanProduct.productName', 'auditor.realName as auditorName'])
    .select(isListed('customer', new Date()).as('isBlacklisted'))
    .select((eb) =>
      eb
        .selectFrom('vipMember as v')
        .select('v.levelNo')
        .whereRef('v.customerNo', '=', 'loanOrder.customerNo')
        .where('v.expiresAt', '>', new Date())
        .as('vipLevelNo'),
    );
}

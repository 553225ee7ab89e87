import type { Queryable } from '../../../db/database.ts';
import type { ContactBlockTable, ContactPartyKind, ContactPurpose } from '../../../db/collection-schema.ts';

/** Whose number it is, as far as it concerns the purpose. */
export interface Party {
  readonly partyKind: ContactPartyKind;
  /** Guarantors and leads agree before anybody contacts them. */
  readonly hasAgreed: boolean;
}

export interface PartyQuestion {
  readonly phone: string;
  readonly purpose: ContactPurpose;
  readonly merchantNo: string;
  /** Null for a lead, who is no customer yet. */
  readonly customerNo: string | null;
}

const ABOUT_OFFERS: ReadonlySet<ContactPurpose> = new Set(['TELEMARKETING', 'MARKETING']);

/** Null where the number belongs to nobody who may be contacted about it. */
export async function partyOf(db: Queryable, question: PartyQuestion): Promise<Party | null> {
  const { phone, purpose, merchantNo, customerNo } = question;
  if (ABOUT_OFFERS.has(purpose)) {
    const lead = await db
      .selectFrom('contactParty')
      .select(['consentedAt', 'withdrawnAt'])
      .where('partyKind', '=', 'LEAD')
      .where('merchantNo', '=', merchantNo)
      .where('phone', '=', phone)
      .executeTakeFirst();
    if (!lead) return null;
    return { partyKind: 'LEAD', hasAgreed: lead.consentedAt !== null && lead.withdrawnAt === null };
  }
  if (customerNo === null) return null;
  const customer = await db
    .selectFrom('customer as c')
    .select((eb) => [
      'c.phone',
      eb
        .exists(
          eb
            .selectFrom('loanOrder as o')
            .select('o.orderNo')
            .whereRef('o.customerNo', '=', 'c.customerNo')
            .where('o.lendingTime', 'is not', null),
        )
        .as('hasLoan'),
    ])
    .where('c.customerNo', '=', customerNo)
    .where('c.merchantNo', '=', merchantNo)
    .executeTakeFirst();
  if (customer?.phone === phone) {
    return { partyKind: customer.hasLoan ? 'BORROWER' : 'APPLICANT', hasAgreed: true };
  }
  const guarantor = await db
    .selectFrom('contactParty')
    .select(['consentedAt', 'withdrawnAt'])
    .where('partyKind', '=', 'GUARANTOR')
    .where('customerNo', '=', customerNo)
    .where('phone', '=', phone)
    .executeTakeFirst();
  if (!guarantor) return null;
  const { consentedAt, withdrawnAt } = guarantor;
  return { partyKind: 'GUARANTOR', hasAgreed: consentedAt !== null && withdrawnAt === null };
}

export type BlockKind = ContactBlockTable['blockKind']['__select__'];

/** What stands against contacting a number, or the customer whatever the number. */
export async function blocksOn(
  db: Queryable,
  { phone, customerNo }: Pick<PartyQuestion, 'phone' | 'customerNo'>,
): Promise<BlockKind[]> {
  const rows = await db
    .selectFrom('contactBlock')
    .select('blockKind')
    .distinct()
    .where('liftedAt', 'is', null)
    .where((eb) =>
      eb.or([eb('phone', '=', phone), ...(customerNo === null ? [] : [eb('customerNo', '=', customerNo)])]),
    )
    .execute();
  return rows.map(({ blockKind }) => blockKind);
}

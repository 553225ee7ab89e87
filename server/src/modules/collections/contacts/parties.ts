import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import type {
  ContactBlockTable,
  ContactChannel,
  ContactPartyKind,
  ContactPurpose,
} from '../../../db/collection-schema.ts';

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

/** Nobody is contacted about these unless they agreed. */
export const ABOUT_OFFERS: ReadonlySet<ContactPurpose> = new Set(['TELEMARKETING', 'MARKETING']);

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
  // Whoever asks for a code to register is nobody's customer yet.
  if (customerNo === null) return purpose === 'VERIFICATION' ? { partyKind: 'APPLICANT', hasAgreed: true } : null;
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

/** Messages that serve the customer: a number that is blocked for one channel still gets them. */
const SERVES: ReadonlySet<ContactPurpose> = new Set(['SERVICE', 'REQUESTED', 'VERIFICATION']);

/**
 * What stands against contacting a number over this channel, or the customer whatever the number. A number that is
 * nobody's contact is still its own customer's.
 */
export async function blocksOn(
  db: Queryable,
  question: Pick<PartyQuestion, 'phone' | 'customerNo' | 'purpose'> & {
    readonly channel: ContactChannel;
    readonly at: Date;
  },
): Promise<BlockKind[]> {
  const { phone, customerNo, purpose, channel, at } = question;
  const shut = SERVES.has(purpose) ? ['ALL'] : ['ALL', channel === 'SMS' ? 'NO_SMS' : 'NO_CALL'];
  const rows = await db
    .selectFrom('contactBlock')
    .select('blockKind')
    .distinct()
    .where('liftedAt', 'is', null)
    .where((eb) => eb.or([eb('expiresAt', 'is', null), eb('expiresAt', '>', at)]))
    .where((eb) =>
      eb.or([eb('phone', '=', phone), ...(customerNo === null ? [] : [eb('customerNo', '=', customerNo)])]),
    )
    .where(
      sql<boolean>`(block_scopes && ${shut}::text[] or ('NOT_A_CONTACT' = any(block_scopes) and not exists (
        select from customer own where own.customer_no = ${customerNo} and own.phone = ${phone})))`,
    )
    .execute();
  const kinds = rows.map(({ blockKind }) => blockKind);
  return ABOUT_OFFERS.has(purpose) && (await isNotMarketedTo(db, phone, channel, at)) ? [...kinds, 'OBJECTED'] : kinds;
}

/** Whether somebody said that they want no texts about offers any more. */
export async function hasOptedOut(
  db: Queryable,
  asked: { readonly phone: string; readonly customerNo: string; readonly at: Date },
): Promise<boolean> {
  return (await blocksOn(db, { ...asked, purpose: 'MARKETING', channel: 'SMS' })).length > 0;
}

/** Whether nobody may write or speak to a number about offers; for every other purpose it is open. */
async function isNotMarketedTo(db: Queryable, phone: string, channel: ContactChannel, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom('marketingBlacklist')
    .select('blacklistNo')
    .where('phone', '=', phone)
    .where('rowStatus', '<>', 'DELETED')
    .where((eb) => eb.or([eb('expireAt', 'is', null), eb('expireAt', '>', at)]))
    .where(sql<boolean>`${channel} = any(channels)`)
    .executeTakeFirst();
  return row !== undefined;
}

import { timingSafeEqual } from 'node:crypto';
import type { verificationCode } from '@kituo/sdk/contracts';
import { type Selectable, sql } from 'kysely';
import type { Queryable, Tx } from '../../../db/database.ts';
import { networkOf } from '../sms-routes/index.ts';
import type { Vault } from '../vault/index.ts';
import type { VerificationCodeTable } from './tables.ts';

/** Wrong codes after which one is dead. */
const MAX_WRONG = 5;
/** For how long the list keeps them. */
const KEPT_DAYS = 90;

/** Whose code it is, and what for: each has one that is valid at most. */
type CodeOwner =
  | { readonly codePurpose: 'STAFF_LOGIN'; readonly userNo: string }
  | {
      readonly codePurpose: Exclude<verificationCode.CodePurpose, 'STAFF_LOGIN'>;
      readonly merchantNo: string;
      readonly phone: string;
    };

export type KeptCode = Selectable<VerificationCodeTable>;

/** What a code is hashed and sealed for: it opens for nobody else. */
const nameOf = (owner: CodeOwner): string =>
  owner.codePurpose === 'STAFF_LOGIN'
    ? `verification ${owner.userNo}`
    : `verification ${owner.merchantNo} ${owner.codePurpose} ${owner.phone}`;

export const ownerOf = (code: KeptCode): CodeOwner =>
  code.codePurpose === 'STAFF_LOGIN'
    ? { codePurpose: 'STAFF_LOGIN', userNo: code.userNo ?? '' }
    : { codePurpose: code.codePurpose, merchantNo: code.merchantNo ?? '', phone: code.destination };

/** Pure: whether a code is still taken. */
const isValidAt = (code: Pick<KeptCode, 'expiresAt' | 'usedAt' | 'replacedAt' | 'attempts'>, at: Date): boolean =>
  code.usedAt === null &&
  code.replacedAt === null &&
  code.attempts < MAX_WRONG &&
  code.expiresAt.getTime() > at.getTime();

/** The same in a query, of `verification_code v`. */
export const isValidNow = () =>
  sql<boolean>`(v.used_at is null and v.replaced_at is null and v.attempts < ${sql.lit(MAX_WRONG)}
    and v.expires_at > now())`;

const ofOwner = (db: Queryable, owner: CodeOwner) => {
  const query = db
    .selectFrom('verificationCode')
    .selectAll()
    .where('codePurpose', '=', owner.codePurpose)
    .where('replacedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .limit(1);
  return owner.codePurpose === 'STAFF_LOGIN'
    ? query.where('userNo', '=', owner.userNo)
    : query.where('merchantNo', '=', owner.merchantNo).where('destination', '=', owner.phone);
};

interface NewCode {
  readonly owner: CodeOwner;
  readonly code: string;
  readonly channel: 'SMS' | 'EMAIL';
  readonly destination: string;
  readonly language: 'en' | 'sw' | 'zh';
  readonly expiresAt: Date;
  readonly address: string;
  /** Of the address, where the network named it. */
  readonly city: string | null;
  readonly isTest?: boolean;
}

/** Keeps a code, hashed and sealed; the one before it is dead. @returns its number */
export async function keepCode(db: Queryable, vault: Vault, made: NewCode): Promise<string> {
  const { owner, code, channel, destination, language, expiresAt, address, city, isTest = false } = made;
  const former = await ofOwner(db, owner).executeTakeFirst();
  if (former) {
    await db
      .updateTable('verificationCode')
      .set({ replacedAt: new Date(), codeSealed: null, version: former.version + 1 })
      .where('codeNo', '=', former.codeNo)
      .execute();
  }
  const { codeNo } = await db
    .insertInto('verificationCode')
    .values({
      codePurpose: owner.codePurpose,
      merchantNo: owner.codePurpose === 'STAFF_LOGIN' ? null : owner.merchantNo,
      userNo: owner.codePurpose === 'STAFF_LOGIN' ? owner.userNo : null,
      channel,
      destination,
      network: channel === 'SMS' ? networkOf(destination) : null,
      language,
      codeHash: vault.hash(code, nameOf(owner)),
      codeSealed: vault.seal(Buffer.from(code), nameOf(owner)),
      address,
      city,
      isTest,
      expiresAt,
    })
    .returning('codeNo')
    .executeTakeFirstOrThrow();
  return codeNo;
}

/** The code in clear, while it is valid; null afterwards. */
export const codeIn = (vault: Vault, kept: KeptCode): string | null =>
  kept.codeSealed === null || !isValidAt(kept, new Date())
    ? null
    : vault.open(kept.codeSealed, nameOf(ownerOf(kept))).toString();

/** Joins a message that carries a code to it. */
export async function keepSend(
  db: Queryable,
  send: {
    readonly codeNo: string;
    readonly messageNo: string;
    readonly channel: 'SMS' | 'EMAIL';
    readonly destination: string;
    readonly sentBy: string | null;
  },
): Promise<void> {
  const { codeNo, messageNo, channel, destination } = send;
  const { sentAt } = await db.insertInto('verificationSend').values(send).returning('sentAt').executeTakeFirstOrThrow();
  await db
    .updateTable('verificationCode')
    .set((eb) => ({ sentAt, channel, destination, lastMessageNo: messageNo, version: eb('version', '+', 1) }))
    .where('codeNo', '=', codeNo)
    .execute();
}

type Verdict = 'RIGHT' | 'WRONG' | 'EXPIRED';

/** Judges a code: a right one is used up, the fifth wrong one ends it. */
export async function judgeCode(
  tx: Tx,
  vault: Vault,
  owner: CodeOwner,
  code: string,
): Promise<{ readonly verdict: Verdict; readonly triesLeft: number }> {
  const kept = await ofOwner(tx, owner).forNoKeyUpdate().executeTakeFirst();
  if (!kept || !isValidAt(kept, new Date())) return { verdict: 'EXPIRED', triesLeft: 0 };
  const isRight = timingSafeEqual(kept.codeHash, vault.hash(code, nameOf(owner)));
  await endTry(tx, kept, isRight);
  return isRight ? { verdict: 'RIGHT', triesLeft: 0 } : { verdict: 'WRONG', triesLeft: MAX_WRONG - kept.attempts - 1 };
}

/** What became of a try of a code that another table judges: staff's. */
export async function noteTry(db: Queryable, owner: CodeOwner, isRight: boolean): Promise<void> {
  const kept = await ofOwner(db, owner).executeTakeFirst();
  if (kept) await endTry(db, kept, isRight);
}

async function endTry(db: Queryable, { codeNo, attempts }: KeptCode, isRight: boolean): Promise<void> {
  await db
    .updateTable('verificationCode')
    .set((eb) => ({
      ...(isRight ? { usedAt: new Date() } : { attempts: eb('attempts', '+', 1) }),
      ...((isRight || attempts + 1 >= MAX_WRONG) && { codeSealed: null }),
      version: eb('version', '+', 1),
    }))
    .where('codeNo', '=', codeNo)
    .execute();
}

/** Codes that are over can be read by nobody, and are forgotten after some months. */
export async function forgetCodes(db: Queryable): Promise<void> {
  await sql`UPDATE verification_code SET code_sealed = NULL
    WHERE code_sealed IS NOT NULL AND expires_at < now()`.execute(db);
  await sql`DELETE FROM verification_code WHERE sent_at < now() - make_interval(days => ${KEPT_DAYS})`.execute(db);
}

import type { manualBlacklist, ParsedRequestOf, ReplyOf } from '@kituo/sdk/contracts';
import type { Queryable } from '../../../db/database.ts';
import { shownDay } from '../../../ground/shown-time.ts';
import type { Call } from '../../../http/implement.ts';
import { fileNamesOf } from '../../platform/files/index.ts';
import { manualEntries } from './list.ts';

const SUBJECT = {
  PHONE: 'phone number',
  ID_CARD_NO: 'national ID number',
  DEVICE: 'device',
  BANK_ACCOUNT: 'bank account',
} as const;

/** How the merchant is reached: its first phone and its first address. */
async function contactsOf(db: Queryable, merchantNo: string | null): Promise<string[]> {
  if (merchantNo === null) return [];
  const found = await db
    .selectFrom('hotline')
    .select(['contactType', 'contactValue'])
    .where('merchantNo', '=', merchantNo)
    .where('isEnabled', '=', true)
    .where('contactType', 'in', ['PHONE', 'EMAIL'])
    .orderBy('sort')
    .execute();
  return ['PHONE', 'EMAIL'].flatMap((type) => found.find((one) => one.contactType === type)?.contactValue ?? []);
}

/**
 * What is written to somebody who appeals: why, by which evidence, until when, and what they can do. In English, the
 * language of our letters; the note of the entry is for staff and is not in it. @throws AppError BLACKLIST_NOT_FOUND
 */
export async function draftLetter(
  { entryNo }: ParsedRequestOf<typeof manualBlacklist.letter>,
  call: Call,
): Promise<ReplyOf<typeof manualBlacklist.letter>> {
  const { db } = call;
  const { customerName, merchantName, merchantNo, subjectType, subjectValue, reasonCode, addedAt, expiresAt } =
    await manualEntries.one(entryNo, call);
  const { evidenceIds } = await db
    .selectFrom('manualBlacklist')
    .select('evidenceIds')
    .where('entryNo', '=', entryNo)
    .executeTakeFirstOrThrow();
  const reason = await db
    .selectFrom('dictionaryEntry')
    .select('label')
    .where('dictKey', '=', 'ARTIFICIAL_BLACKLIST_REASON')
    .where('value', '=', reasonCode)
    .executeTakeFirst();
  const evidence = await fileNamesOf(db, evidenceIds);
  const contacts = await contactsOf(db, merchantNo);
  const lines = [
    shownDay(new Date()),
    '',
    `Dear ${customerName ?? 'customer'},`,
    '',
    `Your appeal, our reference ${entryNo}`,
    '',
    `You asked why ${merchantName ?? 'we'} cannot lend to you. On ${shownDay(new Date(addedAt))} we restricted lending to your ${SUBJECT[subjectType]} ${subjectValue}. The reason recorded is: ${reason?.label['en'] ?? reasonCode}.`,
    '',
    evidence.length === 0 ? 'The decision rests on our records.' : 'The decision rests on:',
    ...evidence.map(({ fileName }) => `- ${fileName}`),
    '',
    // The day before the moment at which it ends.
    `The restriction ends on ${shownDay(new Date(new Date(expiresAt).getTime() - 1))} at the latest.`,
    '',
    `If this is wrong, send us what shows it${contacts.length === 0 ? '' : ` (${contacts.join(', ')})`}. Somebody who did not take the decision reviews it. You may also ask for a copy of your data, have it corrected, or complain to the Office of the Data Protection Commissioner.`,
    '',
    'Yours faithfully,',
    merchantName ?? '',
  ];
  return { text: lines.join('\n') };
}

import type { Tx } from '../db/database.ts';

/** What no text to a customer says, and what is noticed. */
export async function seedSensitiveWords(tx: Tx, userNo: string, now: Date): Promise<void> {
  const groups = await tx
    .insertInto('wordGroup')
    .values([
      {
        wordGroup: 'Threats',
        words: ['jail', 'arrest', 'auction your', 'shame you'],
        exceptions: ['under house arrest'],
        language: 'en',
        scopes: ['TEMPLATE', 'ANNOUNCEMENT', 'MANUAL_SMS', 'FOLLOW_UP'],
        action: 'BLOCK',
        updatedBy: userNo,
      },
      {
        wordGroup: 'Promises we cannot keep',
        words: ['guaranteed approval', 'no questions asked'],
        exceptions: [],
        language: 'en',
        scopes: ['TEMPLATE', 'ANNOUNCEMENT'],
        action: 'WARN',
        updatedBy: userNo,
      },
      {
        wordGroup: 'Kutisha',
        words: ['jela', 'aibu'],
        exceptions: [],
        language: 'sw',
        scopes: ['MANUAL_SMS', 'FOLLOW_UP'],
        action: 'FLAG',
        isEnabled: false,
        updatedBy: userNo,
      },
    ])
    .returning(['wordGroupNo', 'wordGroup'])
    .execute();
  const numbers = new Map(groups.map(({ wordGroup, wordGroupNo }) => [wordGroup, wordGroupNo]));
  await tx
    .insertInto('wordHit')
    .values(
      HITS.map(([wordGroup, word, scope, writerNo, hoursAgo, text]) => ({
        wordGroupNo: numbers.get(wordGroup) ?? '',
        word,
        scope,
        text,
        userNo: writerNo,
        hitAt: new Date(now.getTime() - hoursAgo * 3_600_000),
      })),
    )
    .execute();
}

/** What staff wrote these weeks that a group of words noticed: its group, the word, where, who, hours ago, the text. */
const HITS = [
  ['Threats', 'arrest', 'MANUAL_SMS', 'U000023', 5, 'Pay today or we will have you arrested at your place of work.'],
  ['Threats', 'auction your', 'FOLLOW_UP', 'U000022', 29, 'Told the customer we auction your goods next week.'],
  ['Threats', 'jail', 'MANUAL_SMS', 'U000025', 52, 'Last warning: people who do not pay go to jail.'],
  ['Promises we cannot keep', 'guaranteed approval', 'TEMPLATE', 'U000010', 75, 'Guaranteed approval in five minutes!'],
  ['Promises we cannot keep', 'no questions asked', 'ANNOUNCEMENT', 'U000010', 122, 'KES 5,000, no questions asked.'],
  ['Threats', 'shame you', 'FOLLOW_UP', 'U000023', 170, 'Said a colleague threatened to shame you, apologised.'],
  ['Kutisha', 'aibu', 'MANUAL_SMS', 'U000027', 266, 'Utapata aibu mbele ya majirani usipolipa leo.'],
  ['Kutisha', 'jela', 'FOLLOW_UP', 'U000027', 409, 'Mteja anasema aliambiwa ataenda jela.'],
] as const;

import type { Tx } from '../db/database.ts';

/** What no text to a customer says, and what is noticed. */
export async function seedSensitiveWords(tx: Tx, userNo: string): Promise<void> {
  await tx
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
    .execute();
}

import type { Tx } from '../db/database.ts';
import { MERCHANTS } from './places.ts';

const WEEK = { days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], from: '08:00', to: '19:00' };
const SATURDAY = { days: ['SAT'], from: '09:00', to: '13:00' };

/** A number, a WhatsApp line and an address of each merchant of the demonstration. */
export async function seedHotlines(tx: Tx, userNo: string): Promise<void> {
  const serviceHours = JSON.stringify([WEEK, SATURDAY]);
  // Checked with the seed: the demonstration calls nobody in its first week.
  const checked = { lastCheckedAt: new Date(), checkResult: 'WORKS' as const };
  const shared = { languages: ['en', 'sw'], updatedBy: userNo };
  await tx
    .insertInto('hotline')
    .values(
      MERCHANTS.flatMap(({ merchantNo }, index) => [
        {
          ...shared,
          merchantNo,
          contactType: 'PHONE',
          contactValue: `2547090000${10 + index}`,
          serviceHours,
          sort: 1,
          ...checked,
        },
        { ...shared, merchantNo, contactType: 'WHATSAPP', contactValue: `2547090000${10 + index}`, sort: 2 },
        { ...shared, merchantNo, contactType: 'EMAIL', contactValue: `help@merchant-${index + 1}.example`, sort: 3 },
        {
          ...shared,
          merchantNo,
          contactType: 'SOCIAL',
          contactValue: `https://social.example/merchant-${index + 1}`,
          sort: 4,
          isEnabled: false,
        },
      ]),
    )
    .execute();
}

import type { Queryable } from '../../../db/database.ts';

/** The first number and WhatsApp that a merchant shows its customers now; empty where it shows none. */
export async function contactsShown(
  db: Queryable,
  merchantNo: string,
): Promise<{ readonly hotline: string; readonly whatsapp: string }> {
  const shown = await db
    .selectFrom('hotline')
    .select(['contactType', 'contactValue'])
    .where('merchantNo', '=', merchantNo)
    .where('isEnabled', '=', true)
    .where('contactType', 'in', ['PHONE', 'WHATSAPP'])
    .orderBy('sort')
    .orderBy('hotlineNo')
    .execute();
  const first = (type: string) => shown.find(({ contactType }) => contactType === type)?.contactValue ?? '';
  return { hotline: first('PHONE'), whatsapp: first('WHATSAPP') };
}

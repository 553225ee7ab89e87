import { announcement, messageNodes } from '@kituo/sdk/contracts';
import { sql } from 'kysely';
import type { Queryable } from '../../../db/database.ts';
import { contactsShown } from '../../platform/message-templates/index.ts';
import { shownInApp } from './shown-in-app.ts';

/** Texts with the contacts that a merchant shows now in the place of their variables. */
export async function withContacts(db: Queryable, merchantNo: string) {
  const contacts = await contactsShown(db, merchantNo);
  return (text: string) => announcement.withContacts(text, contacts);
}

/** Whether an announcement that a merchant's customers see now names a contact. */
export async function isAnnounced(
  db: Queryable,
  merchantNo: string,
  variable: announcement.ContactVariable,
): Promise<boolean> {
  const shown = await shownInApp(db)
    .select(['title', 'content'])
    .where(sql<boolean>`(cardinality(merchant_nos) = 0 or ${merchantNo} = any(merchant_nos))`)
    .execute();
  return shown.some(({ title, content }) =>
    messageNodes
      .variablesIn([...Object.values(title), ...Object.values(content)].join(' '))
      .some((name) => name === variable),
  );
}

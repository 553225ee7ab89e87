import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { Offers } from './offers.ts';

/**
 * Nobody grants what they do not hold, so a page that nobody holds could reach nobody. When a page that a
 * plugin offers enters the menu, and no role holds it, the administrators' roles do from then on.
 */
export async function giveToAdministrators(tx: Tx, perms: string, offers: Offers): Promise<void> {
  const path = perms.toLowerCase();
  const offer = offers.get(path);
  if (offer === undefined || offer.isAlways) return;
  await sql`INSERT INTO role_page (role_no, page_path)
    SELECT role_no, ${path} FROM role
    WHERE is_administrator AND NOT EXISTS (SELECT FROM role_page WHERE page_path = ${path})`.execute(tx);
}

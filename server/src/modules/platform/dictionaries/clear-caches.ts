import { sql } from 'kysely';
import type { CommandCall } from '../../../http/implement.ts';
import { writeAudit } from '../audit/index.ts';
import { announceDictionaries } from './announce.ts';

/**
 * For emergencies: every process reads rights and menus again with its next call, every browser its
 * bootstrap and dictionaries. Nothing that people wrote is touched.
 */
export async function clearCaches(_request: Record<string, never>, call: CommandCall): Promise<Record<string, never>> {
  const { tx } = call;
  await sql`UPDATE rights_epoch SET epoch = epoch + 1, menu_epoch = menu_epoch + 1`.execute(tx);
  await sql`SELECT pg_notify('kituo_rights', 'menu')`.execute(tx);
  await sql`UPDATE dictionary SET revision = revision + 1`.execute(tx);
  await writeAudit(tx, call, {
    action: 'deleteCache',
    subjectType: 'cache',
    subjectNo: 'all',
    after: {},
  });
  announceDictionaries(call);
  return {};
}

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../../tests/support/database.ts';

/** Its checker is the journals', which refuse the same person. */
const CHECKED_ELSEWHERE = ['payment_application'];

it('has a table refuse one person as maker and checker wherever it keeps both', async () => {
  await using database = await createTestDatabase('migrated');
  const { rows } = await sql<{ name: string; isChecked: boolean }>`
    select c.relname::text as name, exists (select from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'c' and pg_get_constraintdef(k.oid) like '%user_no%<>%'
         or k.conrelid = c.oid and k.contype = 'c' and pg_get_constraintdef(k.oid) ~ '(decided|approved|checked)_by.*<>') as is_checked
    from pg_class c where c.relkind in ('r', 'p') and not c.relispartition
      and c.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute a where a.attrelid = c.oid
        and a.attname in ('maker_user_no', 'applicant_user_no', 'created_by'))
      and exists (select from pg_attribute a where a.attrelid = c.oid
        and a.attname in ('checker_user_no', 'auditor_user_no', 'decided_by', 'approved_by'))
    order by 1`.execute(database.db);
  expect(rows.length).toBeGreaterThan(15);
  const unchecked = rows.filter(({ isChecked }) => !isChecked).map(({ name }) => name);
  expect(unchecked).toEqual(CHECKED_ELSEWHERE);
});

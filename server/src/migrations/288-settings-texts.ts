import { type QueryExecutorProvider, sql } from 'kysely';

// What the drawer of settings and the change of password say is in namespaces of their own; three stayed.
const MOVED = sql`namespace = 'host' AND (text_key LIKE 'password.%' OR text_key LIKE 'settings.%'
  AND text_key NOT IN ('settings.saved', 'settings.undo', 'settings.notStored'))`;
const newNamespace = sql`'host-' || split_part(text_key, '.', 1)`;
const newKey = sql`substr(text_key, strpos(text_key, '.') + 1)`;

/** Texts that the lender's people wrote for them follow; what they wrote there since is theirs. */
export async function up(db: QueryExecutorProvider): Promise<void> {
  await sql`UPDATE language SET text_revision = text_revision + 1
    WHERE language_code IN (SELECT language_code FROM language_text WHERE ${MOVED})`.execute(db);
  await sql`INSERT INTO language_text
      (language_code, namespace, text_key, content, original, version, updated_by, updated_at)
    SELECT language_code, ${newNamespace}, ${newKey}, content, original, version, updated_by, updated_at
    FROM language_text WHERE ${MOVED} ON CONFLICT DO NOTHING`.execute(db);
  await sql`DELETE FROM language_text WHERE ${MOVED}`.execute(db);
  await sql`DELETE FROM missing_text WHERE ${MOVED}`.execute(db);
}

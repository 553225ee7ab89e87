import { sql } from 'kysely';
import type { Database, Tx } from './database.ts';

/** Serves on the embedded database, where nobody else makes roles. */
const APP_ROLE = 'kituo_app';
/** Where the job queue has its tables, which it makes and changes itself. */
const QUEUE_SCHEMA = 'pgboss';

/**
 * Gives `role` what serving takes: rows of every table, present and to come, and nothing of what owns them. So no
 * statement of the application, whoever wrote it, switches off the triggers that keep the ledger, the audit log and
 * the other append-only tables as they are. `owner` is a connection of whoever migrates.
 */
export async function grantToServe(owner: Database, role: string): Promise<void> {
  await owner.transaction().execute((tx) => grantWithin(tx, role));
}

async function grantWithin(owner: Tx, role: string): Promise<void> {
  const name = sql.id(role);
  // Two processes that start at once would change the same rows of the catalogue.
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('kituo grants', 0))`.execute(owner);
  await sql`
    GRANT USAGE ON SCHEMA public TO ${name};
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${name};
    GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA public TO ${name};
    GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA public TO ${name};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ${name};
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT, UPDATE ON SEQUENCES TO ${name};
    REVOKE INSERT, UPDATE, DELETE ON kysely_migration, kysely_migration_lock FROM ${name};
  `.execute(owner);
  await sql`
    DO $$ DECLARE thing record; BEGIN
      CREATE SCHEMA IF NOT EXISTS ${sql.id(QUEUE_SCHEMA)};
      ALTER SCHEMA ${sql.id(QUEUE_SCHEMA)} OWNER TO ${name};
      -- What the queue made before the role was there. Sequences and partitions' indexes follow their tables.
      FOR thing IN SELECT oid::regclass AS name FROM pg_class
        WHERE relnamespace = ${sql.lit(QUEUE_SCHEMA)}::regnamespace AND relkind IN ('r', 'p')
          AND relowner <> ${sql.lit(role)}::regrole LOOP
        EXECUTE format('ALTER TABLE %s OWNER TO %I', thing.name, ${sql.lit(role)});
      END LOOP;
      FOR thing IN SELECT oid::regprocedure AS name FROM pg_proc
        WHERE pronamespace = ${sql.lit(QUEUE_SCHEMA)}::regnamespace AND proowner <> ${sql.lit(role)}::regrole LOOP
        EXECUTE format('ALTER ROUTINE %s OWNER TO %I', thing.name, ${sql.lit(role)});
      END LOOP;
      FOR thing IN SELECT oid::regtype AS name FROM pg_type
        WHERE typnamespace = ${sql.lit(QUEUE_SCHEMA)}::regnamespace AND typtype = 'e'
          AND typowner <> ${sql.lit(role)}::regrole LOOP
        EXECUTE format('ALTER TYPE %s OWNER TO %I', thing.name, ${sql.lit(role)});
      END LOOP;
    END $$`.execute(owner);
}

/**
 * The embedded database's own role: made with the first start, its password new with each.
 * @param ownerUrl the address by which `owner` connected
 * @returns the address to serve with
 */
export async function serveAsOwnRole(owner: Database, ownerUrl: string, password: string): Promise<string> {
  await sql`
    DO $$ BEGIN
      IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = ${sql.lit(APP_ROLE)}) THEN
        CREATE ROLE ${sql.id(APP_ROLE)};
      END IF;
    END $$`.execute(owner);
  await sql`ALTER ROLE ${sql.id(APP_ROLE)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS
    PASSWORD ${sql.lit(password)}`.execute(owner);
  await grantToServe(owner, APP_ROLE);
  const url = new URL(ownerUrl);
  url.username = APP_ROLE;
  url.password = password;
  return url.href;
}

/** Whether a connection's role could switch off what keeps append-only tables: a superuser, or their owner. */
export async function canUndoGuards(db: Database): Promise<boolean> {
  const { rows } = await sql<{ can: boolean }>`
    SELECT r.rolsuper OR pg_has_role(c.relowner, 'MEMBER') AS can
      FROM pg_roles r, pg_class c WHERE r.rolname = current_user AND c.oid = 'posting'::regclass`.execute(db);
  return rows[0]?.can ?? true;
}

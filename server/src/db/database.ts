import type { Kysely, Transaction } from 'kysely';
import type { Schema } from './schema.ts';

/** The pool: for reads outside a transaction. */
export type Database = Kysely<Schema>;

/** An open transaction. What changes data takes one of these, never the pool. */
export type Tx = Transaction<Schema>;

/** Either: for reads that may run inside a command. */
export type Queryable = Kysely<Schema>;

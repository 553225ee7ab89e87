import type { ColumnType } from 'kysely';

export type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
export type Instant = ColumnType<Date, Date | string, Date | string>;
export type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
export type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** Append-only: what is inserted is never set again. */
export type Fixed<T> = ColumnType<T, T, never>;
export type FixedOptional<T> = ColumnType<T | null, T | null | undefined, never>;
export type FixedInstant = ColumnType<Date, undefined, never>;

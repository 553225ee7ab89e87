import type { ColumnType } from 'kysely';

type Instant = ColumnType<Date, Date | string, Date | string>;

export interface PluginHealthTable {
  /** The beginning of five minutes. */
  slot: Instant;
  plugin: string;
  version: string;
  /** `open`, `bytes`, `out`, `ms:250` (upper end of a part of the histogram), `fail:network`. */
  measure: string;
  count: number;
}

export interface PluginHealthSessionTable {
  minute: Instant;
  plugin: string;
  version: string;
  sessionId: string;
  userNo: string;
  attempts: number;
  /** Without those of the line. */
  failures: number;
}

export interface PluginHealthDayTable {
  day: string;
  plugin: string;
  version: string;
  userNo: string;
}

export interface PluginTripTable {
  plugin: string;
  version: string;
  trippedAt: Instant;
  attempts: number;
  failures: number;
  /** Distinct people for whom it failed. */
  users: number;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    pluginHealth: PluginHealthTable;
    pluginHealthSession: PluginHealthSessionTable;
    pluginHealthDay: PluginHealthDayTable;
    pluginTrip: PluginTripTable;
  }
}

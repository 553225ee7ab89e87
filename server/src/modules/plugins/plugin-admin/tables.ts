import type { ColumnType, Generated } from 'kysely';

type Instant = ColumnType<Date, Date | string, Date | string>;
type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;

export interface PluginPackageTable {
  plugin: string;
  pluginVersion: string;
  publisher: string;
  /** The key that sent it; null where a person did. */
  keyId: string | null;
  userNo: string | null;
  packageBytes: number;
  /** SHA-256 of the archive, base64url. */
  packageHash: string;
  publishedAt: InstantDefault;
}

export interface PluginOverrideTable {
  overrideId: Generated<string>;
  userNo: string;
  sessionId: string;
  plugin: string;
  origin: string;
  /** What was granted, signed by the server. */
  grantClaims: string;
  grantedAt: InstantDefault;
  endsAt: Instant;
  endedAt: InstantOrNull;
}

export interface PluginVersionOfferedTable {
  plugin: string;
  pluginVersion: string;
  lastOfferedAt: InstantDefault;
}

/** Packages that were published, trials of developers, versions that people may still have open. */
declare module '../../../db/schema.ts' {
  interface Schema {
    pluginPackage: PluginPackageTable;
    pluginOverride: PluginOverrideTable;
    pluginVersionOffered: PluginVersionOfferedTable;
  }
}

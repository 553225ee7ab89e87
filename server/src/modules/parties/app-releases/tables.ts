import type { ColumnType, Generated } from 'kysely';
import type { InstantOrNull, Optional } from '../../../db/column-types.ts';

interface AppReleaseTable {
  releaseNo: Generated<string>;
  merchantNo: string;
  os: 'ANDROID' | 'IOS';
  versionName: string;
  versionCode: number;
  updateType: 'OPTIONAL' | 'FORCED' | 'SILENT';
  minSupportedVersionCode: number;
  storeUrl: string;
  /** By language; jsonb: write it with JSON.stringify. */
  releaseNotes: ColumnType<Readonly<Record<string, string>>, string, string>;
  rolloutPercent: number;
  appVersionStatus: Generated<'DRAFT' | 'PUBLISHED' | 'WITHDRAWN'>;
  publishedAt: InstantOrNull;
  publishedBy: Optional<string>;
  withdrawReason: Optional<string>;
  version: Generated<number>;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    appRelease: AppReleaseTable;
  }
}

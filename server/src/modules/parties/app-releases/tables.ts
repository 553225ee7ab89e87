import type { appUpdate } from '@kituo/sdk/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { InstantDefault, InstantOrNull, Optional } from '../../../db/column-types.ts';

interface AppReleaseTable {
  releaseNo: Generated<string>;
  merchantNo: string;
  os: 'ANDROID' | 'IOS';
  versionName: string;
  versionCode: number;
  updateType: 'OPTIONAL' | 'FORCED' | 'SILENT';
  minSupportedVersionCode: number;
  /** Null where the package alone is offered. */
  storeUrl: string | null;
  /** By language; jsonb: write it with JSON.stringify. */
  releaseNotes: ColumnType<Readonly<Record<string, string>>, string, string>;
  rolloutPercent: number;
  /** jsonb: write it with JSON.stringify. */
  package: ColumnType<appUpdate.ReleasePackage | null, string | null | undefined, string | null>;
  appVersionStatus: Generated<'DRAFT' | 'PUBLISHED' | 'WITHDRAWN'>;
  publishedAt: InstantOrNull;
  publishedBy: Optional<string>;
  withdrawReason: Optional<string>;
  version: Generated<number>;
}

interface AppInstallTable {
  merchantNo: string;
  os: 'ANDROID' | 'IOS';
  /** Of whatever the app tells installs apart by. */
  installHash: string;
  versionCode: number;
  lastSeenAt: InstantDefault;
}

interface AppInstallStartTable {
  merchantNo: string;
  os: 'ANDROID' | 'IOS';
  installHash: string;
  versionCode: number;
  /** EAT. */
  firstSeenOn: string;
}

declare module '../../../db/schema.ts' {
  interface Schema {
    appRelease: AppReleaseTable;
    appInstall: AppInstallTable;
    appInstallStart: AppInstallStartTable;
  }
}

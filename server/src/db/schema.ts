import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';
import type { AllotmentSchema } from './allotment-schema.ts';
import type { CollectionSchema } from './collection-schema.ts';
import type { EngineSchema } from './engine-schema.ts';
import type { EventSchema } from './event-schema.ts';
import type { OrderFileSchema } from './order-file-schema.ts';
import type { RepaymentSchema } from './repayment-schema.ts';
import type { ReviewSchema } from './review-schema.ts';
import type { PlatformSchema } from './platform-schema.ts';
import type { SignInSchema } from './sign-in-schema.ts';
import type { PartnerSchema } from './partner-schema.ts';
import type { Instant, InstantOrNull, InstantDefault, Optional } from './column-types.ts';
import type {
  MerchantTable,
  OrganizationTable,
  DepartmentTable,
  AppUserTable,
  NameWordTable,
  PasswordHistoryTable,
  UserSettingTable,
  RoleTable,
  RolePageTable,
  RoleCodeTable,
  UserRoleTable,
  UserMerchantTable,
  UserNameWordTable,
} from './staff-schema.ts';

/** A text by language code; `en` is compulsory. jsonb: write it with JSON.stringify. */
export type Texts = Readonly<Record<string, string>>;
type TextsColumn = JSONColumnType<Texts>;
type Json = ColumnType<unknown, string | null | undefined, string | null>;

export type MenuType = 'CATALOGUE' | 'PAGE' | 'OPERATION' | 'EXTERNAL';
export type WarningLevel = 'INFO' | 'ATTENTION' | 'URGENT';
export type WarningStatus = 'OPEN' | 'ACKNOWLEDGED' | 'RESOLVED';

export interface MenuTable {
  menuNo: Generated<string>;
  parentMenuNo: Optional<string>;
  menuType: MenuType;
  menuName: TextsColumn;
  perms: Optional<string>;
  externalUrl: Optional<string>;
  icon: Optional<string>;
  sort: number;
  isEnabled: Generated<boolean>;
  createdAt: InstantDefault;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

export interface LanguageTable {
  languageCode: string;
  languageName: string;
  baseCode: Optional<string>;
  sort: number;
  /** Content hash of its picture. */
  flag: Optional<string>;
  isDefault: Generated<boolean>;
  isEnabled: Generated<boolean>;
  createdAt: InstantDefault;
  updatedAt: InstantDefault;
  updatedBy: Optional<string>;
  version: Generated<number>;
  /** Counts texts written here: names the state of them. */
  textRevision: Generated<number>;
}

export interface DictionaryEntryTable {
  entryId: GeneratedAlways<number>;
  parentId: Optional<number>;
  /** What it holds beyond its key: JSON, in dictionaries of JSON. */
  content: Generated<string>;
  version: Generated<number>;
  dictKey: string;
  value: string;
  label: TextsColumn;
  sort: Generated<number>;
  isEnabled: Generated<boolean>;
  remark: Generated<string>;
  /** The status tag's intent: none, primary, success, warning, danger. */
  tagColour: Optional<string>;
}

export interface SessionTable {
  sessionId: string;
  userNo: string;
  /** SHA-256 of the token's secret half. */
  secretHash: Buffer;
  /** SHA-256 of the cookie's value. */
  cookieHash: Buffer;
  device: Generated<string>;
  address: Generated<string>;
  startedAt: InstantDefault;
  lastSeenAt: InstantDefault;
  expiresAt: Instant;
  endedAt: InstantOrNull;
  /** A `SessionEndReason`. */
  endReason: Optional<string>;
  /** Versions of sections that failed it too often: `users@1.5.0`. */
  pluginsOut: Generated<string[]>;
}

export interface SliderCheckTable {
  sliderId: string;
  notchLeft: number;
  /** Of a question; null for a picture. */
  answer: Optional<number>;
  /** Of a picture of letters. */
  letters: Optional<string>;
  /** Of a ticket: the check that was passed. */
  passed: Optional<'slide' | 'question' | 'letters'>;
  ticketHash: Optional<Buffer>;
  expiresAt: Instant;
}

export interface ServerSecretTable {
  purpose: string;
  /** 256 random bits, made by the database. */
  secret: Generated<Buffer>;
}

export interface SignInFailureTable {
  /** `user:<userNo or name>` or `address:<ip>`. */
  subject: string;
  subjectZh: Optional<string>;
  failures: number;
  windowEndsAt: Instant;
  lockedUntil: InstantOrNull;
}

export interface RightsEpochTable {
  onlyRow: Generated<boolean>;
  epoch: number;
  menuEpoch: number;
}

export interface IdempotencyRecordTable {
  userNo: string;
  idempotencyKey: string;
  endpoint: string;
  payloadHash: Buffer;
  /** The reply's bytes as they left. */
  reply: string;
  createdAt: InstantDefault;
}

export interface AuditLogTable {
  auditId: Generated<number>;
  happenedAt: InstantDefault;
  userNo: Optional<string>;
  sessionId: Optional<string>;
  requestId: Optional<string>;
  address: Optional<string>;
  action: string;
  subjectType: string;
  subjectNo: string;
  before: Json;
  after: Json;
  reason: Optional<string>;
}

export interface WarningTable {
  warningNo: Generated<string>;
  warningLevel: WarningLevel;
  sourceType: string;
  /** What raised it; one unresolved warning a source and key. */
  sourceKey: Optional<string>;
  subject: string;
  subjectZh: Optional<string>;
  /** The page the subject opens on, with its query. */
  subjectPath: Optional<string>;
  amountCents: Optional<number>;
  merchantNo: Optional<string>;
  roleNos: Generated<string[]>;
  warningStatus: Generated<WarningStatus>;
  assigneeUserNo: Optional<string>;
  raisedAt: InstantDefault;
  acknowledgedBy: Optional<string>;
  acknowledgedAt: InstantOrNull;
  snoozedUntil: InstantOrNull;
  resolvedBy: Optional<string>;
  resolvedAt: InstantOrNull;
  resolutionNote: Optional<string>;
  isSelfResolved: Generated<boolean>;
  version: Generated<number>;
}

export interface TrackingSeenTable {
  /** `YYYY-MM-DD` in EAT. */
  seenOn: Generated<string>;
  /** Empty for nobody. */
  userNo: string;
  eventId: string;
}

export interface TrackingEventTable {
  trackingId: Generated<number>;
  receivedAt: InstantDefault;
  userNo: Optional<string>;
  sessionId: Optional<string>;
  eventId: string;
  eventType: string;
  pageName: Optional<string>;
  systemCode: Optional<string>;
  timeZone: Optional<string>;
  orderNo: Optional<string>;
  type: Optional<string>;
  isLogin: Optional<boolean>;
  appId: Optional<string>;
  appName: Optional<string>;
  os: Optional<string>;
  channel: Optional<string>;
  deviceModel: Optional<string>;
  appVersion: Optional<string>;
  country: Optional<string>;
  durationMs: Optional<number>;
  /** The route without its query. */
  path: Optional<string>;
  occurredAt: InstantOrNull;
}

/** Content that was taken in, once per content; its file is named by the hash. */
export interface StoredFileTable {
  /** SHA-256 of the content, in hex. */
  contentHash: string;
  contentType: string;
  sizeBytes: number;
  md5: string;
  createdAt: InstantDefault;
}

export interface AttachmentTable {
  attachmentNo: string;
  userNo: string;
  contentHash: string;
  subjectType: string;
  subjectNo: string;
  fileName: string;
  createdAt: InstantDefault;
  deletedAt: InstantOrNull;
}

export interface AnnouncementReaderTable {
  announcementNo: string;
  customerNo: string;
  readAt: InstantDefault;
}

export interface AnnouncementTable {
  announcementNo: Generated<string>;
  title: TextsColumn;
  content: TextsColumn;
  audience: Generated<'APP' | 'STAFF'>;
  announcementType: Generated<'POPUP' | 'BANNER' | 'LIST'>;
  /** Empty: all merchants. */
  merchantNos: Generated<string[]>;
  /** Empty: all departments. */
  deptNos: Generated<string[]>;
  mustConfirm: Generated<boolean>;
  /** What is stored; what shows follows from the days too. */
  announcementStatus: Generated<'DRAFT' | 'ACTIVE' | 'ABOLISHED'>;
  /** From when it shows. */
  publishedAt: InstantDefault;
  endsAt: InstantOrNull;
  abolishReason: Optional<string>;
  makerUserNo: Optional<string>;
  /** jsonb: write it with JSON.stringify. */
  image: ColumnType<{ attachId: string; fileName: string } | null, string | null | undefined, string | null>;
  version: Generated<number>;
}

export interface AnnouncementConfirmationTable {
  readId: GeneratedAlways<number>;
  announcementNo: string;
  userNo: string;
  confirmedAt: InstantDefault;
}

/**
 * Every table, by its camelCase name; SQL has them in snake_case. A table that one module owns stands in that module's
 * `tables.ts`, which adds it here by declaration merging.
 */
export interface Schema
  extends
    AllotmentSchema,
    CollectionSchema,
    EngineSchema,
    EventSchema,
    RepaymentSchema,
    OrderFileSchema,
    ReviewSchema,
    PlatformSchema,
    SignInSchema,
    PartnerSchema {
  merchant: MerchantTable;
  department: DepartmentTable;
  appUser: AppUserTable;
  nameWord: NameWordTable;
  userNameWord: UserNameWordTable;
  passwordHistory: PasswordHistoryTable;
  userSetting: UserSettingTable;
  role: RoleTable;
  rolePage: RolePageTable;
  roleCode: RoleCodeTable;
  userRole: UserRoleTable;
  userMerchant: UserMerchantTable;
  menu: MenuTable;
  language: LanguageTable;
  dictionaryEntry: DictionaryEntryTable;
  session: SessionTable;
  sliderCheck: SliderCheckTable;
  serverSecret: ServerSecretTable;
  signInFailure: SignInFailureTable;
  rightsEpoch: RightsEpochTable;
  idempotencyRecord: IdempotencyRecordTable;
  auditLog: AuditLogTable;
  warning: WarningTable;
  trackingEvent: TrackingEventTable;
  trackingSeen: TrackingSeenTable;
  storedFile: StoredFileTable;
  organization: OrganizationTable;
  attachment: AttachmentTable;
  announcement: AnnouncementTable;
  announcementConfirmation: AnnouncementConfirmationTable;
  announcementReader: AnnouncementReaderTable;
}

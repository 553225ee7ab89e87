import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely';

type InstantDefault = ColumnType<Date, Date | string | undefined, Date | string>;
type InstantOrNull = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;
/** jsonb: write it with JSON.stringify. */
type Json = ColumnType<unknown, string, string>;
type JsonOrNull = ColumnType<unknown, string | null | undefined, string | null>;

type JobStatus = 'QUEUED' | 'RUNNING' | 'SUCCESS' | 'PARTIAL_SUCCESS' | 'FAILURE' | 'CANCELLED';

type ConfigVersionStatus = 'DRAFT' | 'PENDING' | 'SCHEDULED' | 'IN_FORCE' | 'SUPERSEDED' | 'REJECTED' | 'WITHDRAWN';

/** A switch of the company, such as `makerChecker.user`. */
export interface PolicySettingTable {
  settingKey: string;
  value: Json;
  updatedBy: Optional<string>;
  updatedAt: InstantDefault;
}

export interface ChangeRequestTable {
  changeNo: Generated<string>;
  family: string;
  kind: string;
  subjectNo: Optional<string>;
  subjectName: string;
  /** What the command needs; null once it is decided, for it may hold personal data. */
  payload: JsonOrNull;
  /** The subject as it was when the change was requested; another at approval answers STALE. */
  subjectState: JsonOrNull;
  before: JsonOrNull;
  after: Json;
  concerns: Generated<string[]>;
  merchantNos: Generated<string[]>;
  makerUserNo: string;
  /** The merchants the maker could touch; null: all. */
  makerMerchantNos: Optional<string[]>;
  /** The data rules that held for the maker; null: none did. */
  makerRows: JsonOrNull;
  reason: Optional<string>;
  changeState: Generated<'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN' | 'LAPSED'>;
  decidedBy: Optional<string>;
  decidedAt: InstantOrNull;
  decisionReason: Optional<string>;
  createdAt: InstantDefault;
  lapsesAt: InstantOrNull;
}

export interface JobTable {
  jobNo: Generated<string>;
  kind: string;
  userNo: string;
  params: Json;
  lang: 'en' | 'zh';
  jobStatus: Generated<JobStatus>;
  /** False from its first item until what follows the last one is done, too. */
  isWoundUp: Generated<boolean>;
  total: Generated<number>;
  succeeded: Generated<number>;
  failed: Generated<number>;
  done: GeneratedAlways<number>;
  reason: Optional<string>;
  /** Its file was made for a person who sees personal data in full. */
  isUnmasked: Generated<boolean>;
  fileName: Optional<string>;
  contentType: Optional<string>;
  expiresAt: InstantOrNull;
  retryOf: Optional<string>;
  /** The isolated plugin that started it; null where a person did. */
  plugin: Optional<string>;
  createdAt: InstantDefault;
  startedAt: InstantOrNull;
  finishedAt: InstantOrNull;
}

export interface JobItemTable {
  jobNo: string;
  itemNo: number;
  subjectNo: string;
  input: Json;
  itemStatus: Generated<'QUEUED' | 'SUCCESS' | 'FAILURE' | 'CANCELLED'>;
  reason: Optional<string>;
  field: Optional<string>;
  result: JsonOrNull;
  finishedAt: InstantOrNull;
}

export interface DictionaryTable {
  dictType: string;
  dictName: string;
  /** By language; `dictName` for those that are not among them. */
  dictNames: JSONColumnType<Readonly<Record<string, string>>, string | undefined, string>;
  codeTableType: Generated<'FLAT' | 'TREE' | 'JSON'>;
  /** Mirrors a state machine: its keys are the code's. */
  isFixed: Generated<boolean>;
  /** Counts changes of its entries: the ETag of whoever fetches it. */
  revision: Generated<number>;
}

/** A text written over the shipped one. */
export interface LanguageTextTable {
  languageCode: string;
  namespace: string;
  textKey: string;
  content: string;
  /** The English text it was written for. */
  original: string;
  version: Generated<number>;
  updatedBy: Optional<string>;
  updatedAt: InstantDefault;
}

/** A text that consoles looked for in vain. */
export interface MissingTextTable {
  languageCode: string;
  namespace: string;
  textKey: string;
  seen: Generated<number>;
  firstSeenAt: InstantDefault;
  lastSeenAt: InstantDefault;
}

/** Personal filters of a list, named in addresses by an opaque id. */
export interface SavedFilterTable {
  filterId: string;
  userNo: string;
  pagePath: string;
  listName: string;
  filters: JSONColumnType<Readonly<Record<string, string>>>;
  /** SHA-256 of list and filters: the same ones get the same id. */
  contentHash: Buffer;
  usedAt: InstantDefault;
}

export interface SavedViewTable {
  viewId: string;
  userNo: string;
  /** Lower-cased. */
  pagePath: string;
  listName: string;
  viewName: string;
  filters: JSONColumnType<Readonly<Record<string, string>>>;
  filterId: Optional<string>;
  sort: JsonOrNull;
  layout: JsonOrNull;
  pageSize: Optional<number>;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

export interface SavedViewRoleTable {
  viewId: string;
  roleNo: string;
}

export interface ListPreferenceTable {
  userNo: string;
  pagePath: string;
  listName: string;
  layout: JsonOrNull;
  defaultViewId: Optional<string>;
}

/** Append-only: the database refuses to change it. */
export interface RevealLogTable {
  revealId: GeneratedAlways<number>;
  happenedAt: InstantDefault;
  /** `YYYY-MM-DD` in EAT. */
  eatDay: Generated<string>;
  userNo: string;
  sessionId: Optional<string>;
  requestId: string;
  address: string;
  kind: string;
  field: string;
  subjectNo: string;
  purpose: string;
  note: Optional<string>;
  outcome: 'SHOWN' | 'REPEATED' | 'EMPTY' | 'REFUSED';
}

/** What a person has used of a day's budget. */
export interface RevealDayTable {
  userNo: string;
  eatDay: string;
  used: Generated<number>;
}

/** Kept as agreed to: the database refuses to change it. */
export interface ConfigVersionTable {
  versionId: Generated<string>;
  configKey: string;
  /** Empty for what there is one of. */
  subjectNo: Generated<string>;
  versionNo: number;
  value: Json;
  /** `YYYY-MM-DD` in EAT. */
  effectiveFrom: string;
  inForceFrom: InstantOrNull;
  /** As last written down; what holds follows from `inForceFrom`. */
  storedStatus: Generated<ConfigVersionStatus>;
  makerUserNo: string;
  /** Everybody who wrote on it. */
  editorUserNos: string[];
  checkerUserNo: Optional<string>;
  reason: string;
  decisionReason: Optional<string>;
  createdAt: InstantDefault;
  updatedAt: InstantDefault;
  version: Generated<number>;
}

/** A view: each version with the status it has at this moment. */
export interface ConfigVersionNowTable extends ConfigVersionTable {
  versionStatus: ConfigVersionStatus;
}

/** Tables of the services that pages share; `Schema` extends this. */
export interface PlatformSchema {
  policySetting: PolicySettingTable;
  changeRequest: ChangeRequestTable;
  dictionary: DictionaryTable;
  languageText: LanguageTextTable;
  savedFilter: SavedFilterTable;
  configVersion: ConfigVersionTable;
  configVersionNow: ConfigVersionNowTable;
  revealLog: RevealLogTable;
  revealDay: RevealDayTable;
  savedView: SavedViewTable;
  savedViewRole: SavedViewRoleTable;
  listPreference: ListPreferenceTable;
  missingText: MissingTextTable;
  job: JobTable;
  jobItem: JobItemTable;
}
